import { RelayError } from '@interline/kernel';
import type { PaymentPorts } from './ports.ts';
import { type Settlement, type SettlementStatus, statusOf } from './settlement.ts';

/** A settled payment, as any caller with its id sees it. */
export interface ShownSettlement {
  readonly settlement: Settlement;
  readonly status: SettlementStatus;
  /**
   * Of the transaction that moves the money: the form that is in a block, or the one that was sent
   * last.
   */
  readonly txHash: string | null;
}

/** Throws `UNKNOWN_RECORD`, `STORE_DOWN`. */
export type ReadSettlement = (id: string) => Promise<ShownSettlement>;

export function readSettlement(ports: Pick<PaymentPorts, 'store'>): ReadSettlement {
  return async (id) => {
    const { payments, transactions } = ports.store.reads;
    const settlement = await payments.settlement(id);
    if (settlement === null)
      throw new RelayError('UNKNOWN_RECORD', {}, 'there is no payment with this id');
    const { sentAs } = settlement;
    const sent = sentAs === null ? [] : await transactions.transactionsOf(sentAs);
    const status = statusOf(settlement, sent.at(-1) ?? null);
    return { settlement, status, txHash: await shownHash(ports, settlement, status) };
  };
}

export async function shownHash(
  { store }: Pick<PaymentPorts, 'store'>,
  { sentAs, outcome }: Settlement,
  status: SettlementStatus = 'PENDING',
): Promise<string | null> {
  if (status !== 'PENDING' || sentAs === null) return outcome?.txHash ?? null;
  const { transactions } = store.reads;
  const sent = await transactions.transactionsOf(sentAs);
  const forms = await transactions.signedTransactionsOf(sent.slice(-1).map(({ id }) => id));
  // A form that is not signed yet has no hash of its own.
  return forms.findLast(({ raw }) => raw !== null)?.hash ?? null;
}

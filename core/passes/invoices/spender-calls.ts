import {
  costMicroUsd,
  isNative,
  maxGasCost,
  noUnits,
  type Owner,
  RelayError,
  type Units,
  valueMicroUsd,
} from '@interline/kernel';
import type { CollectingCall, Prepared } from '@interline/ports';
import { assertMayCommit, chainScope } from '../../switches/index.ts';
import {
  commitTransactions,
  sendOrPostpone,
  type TransactionPorts,
  withEachKeySet,
} from '../../transactions/index.ts';
import type { Invoice } from './invoice.ts';
import type { InvoicePorts } from './invoice-ports.ts';
import { tokenAt } from './products.ts';
import type { InvoiceStore, InvoiceUnit } from './repository.ts';

/** The ports that calls need beside invoices: transactions in the same store. */
export interface CallPorts extends InvoicePorts {
  readonly transactions: Omit<TransactionPorts, 'store'> & { readonly store: InvoiceStore };
}

/** The spender's calls for invoices; see `settleCalls`. */
export function invoiceOwner(id: string): Owner {
  return { kind: 'invoice', id };
}

/** The call takes nothing of ours but its gas. */
export async function prepareInvoiceCall(
  ports: CallPorts,
  invoice: Invoice,
  { to, data }: CollectingCall,
): Promise<Prepared> {
  const { chain, token } = invoice;
  const brought = { token, units: noUnits };
  const prepared = await keysOf(ports, invoice).custody.prepare(
    { kind: 'call', chain, to, data, value: noUnits, brought },
    ports.lifetime,
  );
  if (!prepared.ok) throw new RelayError(prepared.code, { chain }, prepared.reason);
  const [only] = prepared.value;
  if (only === undefined) throw new Error('a call was prepared as nothing');
  return only;
}

/** Whether it costs more than one `part`th of the units that it brings. */
export async function isTooDear(
  { tokens, price, lifetime }: CallPorts,
  invoice: Invoice,
  { units, part }: { readonly units: Units; readonly part: bigint },
  { tx, neededCost, nextBlockCost }: Prepared,
): Promise<boolean> {
  const { chain } = invoice;
  const token = tokenAt(tokens, invoice);
  const coin = tokens.on(chain).find(isNative);
  if (token === null || coin === undefined) return true;
  const [ofToken, ofCoin] = await Promise.all(
    [token, coin].map((one) => price.priceOf(one, lifetime).catch(() => null)),
  );
  if (!ofToken || !ofCoin) return true;
  const gasCost = neededCost ?? nextBlockCost ?? maxGasCost(tx);
  const cost = costMicroUsd(gasCost, coin.decimals, ofCoin);
  return cost * part > valueMicroUsd(units, token.decimals, ofToken);
}

/** The address's spender may have been rotated out. */
export function keysOf({ transactions }: CallPorts, { chain, collector }: Invoice) {
  const keys = withEachKeySet(transactions).find(
    ({ custody }) => custody.account(chain, 'spender') === collector,
  );
  if (keys === undefined)
    throw new RelayError(
      'ACCOUNT_STOPPED',
      { chain },
      'the keys that collect from this address are not configured',
    );
  return keys;
}

interface CommittedCall {
  /** Name of the unit. */
  readonly name: string;
  readonly owner: string;
  readonly prepared: Prepared;
  /** Throws if it may not be committed now. */
  readonly assertFree?: (tx: InvoiceUnit) => Promise<void>;
  /**
   * Whether the call is still needed, given the invoice in the unit; otherwise nothing is
   * committed.
   */
  readonly isDue: (now: Invoice) => boolean;
  /** The invoice's record of it. */
  readonly change: Parameters<InvoiceUnit['invoices']['changeInvoice']>[1];
}

/** Commits a call with the invoice's record of it, and sends it. Throws `PAUSED`. */
export async function commitCall(
  ports: CallPorts,
  invoice: Invoice,
  { name, owner, prepared, change, isDue, assertFree }: CommittedCall,
): Promise<void> {
  const keys = keysOf(ports, invoice);
  const committed = await ports.store.run(name, async (tx) => {
    await assertMayCommit(tx, ['service', chainScope(invoice.chain)]);
    await assertFree?.(tx);
    const now = await tx.invoices.lockInvoice(invoice.id);
    return now !== null && isDue(now) && (await tx.invoices.changeInvoice(now, change))
      ? commitTransactions(keys, tx, invoiceOwner(owner), 0, [prepared])
      : [];
  });
  await sendOrPostpone(keys, committed, ports.lifetime);
}

import type { Deposit, Receipt } from '../../transfer/index.ts';
import { type Invoice, type InvoiceState, stateOf } from './invoice.ts';
import type { InvoicePorts } from './invoice-ports.ts';

/** An invoice as its payer sees it. */
export interface ShownInvoice {
  readonly invoice: Invoice;
  readonly state: InvoiceState;
  /** What is to be deposited for it, and what came; null where it is paid at its own address. */
  readonly deposit: Deposit | null;
  readonly refundTx: string | null;
}

/** Throws `STORE_DOWN`. */
export async function showInvoice(
  { transfer, clock, lifetime }: Pick<InvoicePorts, 'transfer' | 'clock' | 'lifetime'>,
  invoice: Invoice,
): Promise<ShownInvoice> {
  const paid = stateOf(invoice, clock.now());
  if (invoice.routeId === null) return { invoice, state: paid, deposit: null, refundTx: null };
  const receipt = await transfer.readRoute(invoice.routeId, lifetime);
  const { deposit } = receipt;
  const isPaid = paid === 'paid' || paid === 'exhausted';
  return {
    invoice,
    state: isPaid ? paid : stateOfDeposit(receipt),
    deposit,
    refundTx: deposit?.refunds.find(({ tx }) => tx !== null)?.tx ?? null,
  };
}

/** Until what was deposited has arrived at the invoice's address. */
function stateOfDeposit({ status, deposit }: Receipt): InvoiceState {
  if (status === 'FAILED')
    return deposit !== null && deposit.refunds.length > 0 ? 'refunded' : 'expired';
  if (status !== 'AWAITING_DEPOSIT') return 'confirming';
  const there = deposit?.outputs.filter(({ isGone }) => !isGone) ?? [];
  if (there.length === 0) return 'open';
  const units = there.reduce((sum: bigint, one) => sum + one.units, 0n);
  return units < (deposit?.agreed ?? 0n) ? 'underpaid' : 'confirming';
}

import {
  type Deposit,
  heldDepositRefundOf,
  type HeldRefund,
  type Receipt,
} from '../../transfer/index.ts';
import { type Invoice, type InvoiceState, stateOf } from './invoice.ts';
import type { InvoicePorts } from './invoice-ports.ts';

/** An invoice as shown to its payer. */
export interface ShownInvoice {
  readonly invoice: Invoice;
  readonly state: InvoiceState;
  /** The requested deposit, and what came; null if it is paid at its own address. */
  readonly deposit: Deposit | null;
  readonly refundTx: string | null;
  /** The waiting refund of its deposit, with the reason; null if there is none. */
  readonly held: HeldRefund | null;
}

/** Throws `STORE_DOWN`. */
export async function showInvoice(
  { transfer, clock, lifetime }: Pick<InvoicePorts, 'transfer' | 'clock' | 'lifetime'>,
  invoice: Invoice,
): Promise<ShownInvoice> {
  const paid = stateOf(invoice, clock.now());
  if (invoice.routeId === null)
    return { invoice, state: paid, deposit: null, refundTx: null, held: null };
  const receipt = await transfer.readRoute(invoice.routeId, lifetime);
  const { deposit } = receipt;
  const isPaid = paid === 'paid' || paid === 'exhausted';
  return {
    invoice,
    state: isPaid ? paid : stateOfDeposit(receipt),
    deposit,
    refundTx: deposit?.refunds.find(({ tx }) => tx !== null)?.tx ?? null,
    held: heldIn(receipt),
  };
}

/** The state until the deposited money has arrived at the invoice's address. */
function stateOfDeposit({ route, status, deposit }: Receipt): InvoiceState {
  const hasRefunds = deposit !== null && deposit.refunds.length > 0;
  if (status === 'FAILED') return hasRefunds ? 'refunded' : 'expired';
  if (route.phase === 'refunding' && hasRefunds) return 'refunded';
  if (status !== 'AWAITING_DEPOSIT') return 'confirming';
  const there = deposit?.outputs.filter(({ isGone }) => !isGone) ?? [];
  if (there.length === 0) return 'open';
  const units = there.reduce((sum: bigint, one) => sum + one.units, 0n);
  return units < (deposit?.agreed ?? 0n) ? 'underpaid' : 'confirming';
}

/** The route's own refund takes precedence, because the route knows more than its deposit. */
function heldIn(receipt: Receipt): HeldRefund | null {
  if (receipt.status === 'BRIDGING' && receipt.held !== null) return receipt.held;
  const { route, deposit } = receipt;
  return deposit === null ? null : heldDepositRefundOf(route, deposit);
}

import type { ChainRef, EvmAddress } from '@interline/kernel';
import type { PaymentPorts } from './ports.ts';
import type { PaymentUnit, PaymentView } from './repository.ts';

/** An address of one sale alone, as an invoice has it. */
export interface SaleAddress {
  readonly chain: ChainRef;
  readonly to: EvmAddress;
}

/**
 * Whether a payment to that address was made or is under way, here or at another instance. If so,
 * the sale demands no further payment. Throws `STORE_DOWN`.
 */
export type IsSold = (sale: SaleAddress) => Promise<boolean>;

export function isSold({ store }: Pick<PaymentPorts, 'store'>): IsSold {
  return (sale) => isSoldIn(store.reads, sale);
}

/**
 * In the unit that accepts a payment this holds over all instances: of two that are brought at once, this way or by
 * the signature that `POST /api/plus/pay` takes, one is sent.
 */
export async function isInvoiceSoldIn(
  tx: Pick<PaymentUnit, 'payments' | 'invoices'>,
  { invoiceId, ...sale }: SaleAddress & { readonly invoiceId: string },
): Promise<boolean> {
  const invoice = await tx.invoices.invoice(invoiceId);
  return invoice?.authorizationId !== null || (await isSoldIn(tx, sale));
}

async function isSoldIn(
  { payments }: Pick<PaymentView, 'payments'>,
  { chain, to }: SaleAddress,
): Promise<boolean> {
  return (await payments.settlementTo(chain, to)) !== null;
}

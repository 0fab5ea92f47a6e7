import { unknownInvoice } from './claim-passes.ts';
import type { InvoicePorts } from './invoice-ports.ts';
import type { LookNow } from './look-at-invoices.ts';
import { type ShownInvoice, showInvoice } from './show-invoice.ts';

/**
 * The current invoice. Its address is read unless that was just done, and always after a payment,
 * so that it does not ask again for what was paid. Throws `UNKNOWN_RECORD`.
 */
export type ReadInvoice = (
  id: string,
  options?: { readonly isJustPaid: boolean },
) => Promise<ShownInvoice>;

export function readInvoice(ports: InvoicePorts, look: LookNow): ReadInvoice {
  return async (id, { isJustPaid } = { isJustPaid: false }) => {
    const invoice = await ports.store.reads.invoices.invoice(id);
    if (invoice === null) throw unknownInvoice();
    return showInvoice(ports, await look(invoice, isJustPaid));
  };
}

import { unknownInvoice } from './claim-passes.ts';
import type { InvoicePorts } from './invoice-ports.ts';
import type { LookNow } from './look-at-invoices.ts';
import { type ShownInvoice, showInvoice } from './show-invoice.ts';

/**
 * As it stands now; its address is looked at where that was not done a moment ago, and after a payment in
 * any case: what is still open is demanded again. Throws `UNKNOWN_RECORD`.
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

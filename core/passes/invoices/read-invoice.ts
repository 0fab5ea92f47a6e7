import type { Invoice } from './invoice.ts';
import type { InvoicePorts } from './invoice-ports.ts';
import { unknownInvoice } from './claim-passes.ts';
import { type ShownInvoice, showInvoice } from './show-invoice.ts';

/** As it stands now; its address is looked at where that was not done a moment ago. Throws `UNKNOWN_RECORD`. */
export type ReadInvoice = (id: string) => Promise<ShownInvoice>;

export function readInvoice(
  ports: InvoicePorts,
  look: (invoice: Invoice) => Promise<Invoice>,
): ReadInvoice {
  return async (id) => {
    const invoice = await ports.store.reads.invoices.invoice(id);
    if (invoice === null) throw unknownInvoice();
    return showInvoice(ports, await look(invoice));
  };
}

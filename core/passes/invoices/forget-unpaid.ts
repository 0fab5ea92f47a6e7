import type { Invoice } from './invoice.ts';
import type { InvoicePorts } from './invoice-ports.ts';
import { lookAt, lookedAtOnce } from './look-at-invoices.ts';

/** Maximum per chain and run. */
const takenUp = 1_000;
const keptForMs = 2_592_000_000;
const hourMs = 3_600_000;

/**
 * Deletes invoices without a payment in 30 days. Each is read a last time: an unnoticed payment
 * counts then, and if its chain cannot show that there was none, the invoice stays.
 */
export function forgetUnpaid(ports: InvoicePorts): () => Promise<void> {
  const { store, payments, sureTime } = ports;
  return async () => {
    const nowMs = await sureTime();
    for (const chain of payments.chains) {
      const old = await store.reads.invoices.unpaidInvoices(chain, nowMs - keptForMs, takenUp);
      for (let from = 0; from < old.length; from += lookedAtOnce) {
        const some = old.slice(from, from + lookedAtOnce);
        if (!(await lookAt(ports, chain, some))) break;
        for (const { id } of some) await forget(ports, id, nowMs);
      }
    }
  };
}

async function forget({ store }: InvoicePorts, id: string, nowMs: number): Promise<void> {
  await store.run('forget-unpaid', async ({ invoices }) => {
    const invoice = await invoices.lockInvoice(id);
    if (invoice !== null && isUnpaid(invoice) && invoice.blockAtMs >= nowMs - hourMs)
      await invoices.forgetInvoice(id);
  });
}

function isUnpaid({ received, pending, authorizationId }: Invoice): boolean {
  return received === 0n && pending === 0n && authorizationId === null;
}

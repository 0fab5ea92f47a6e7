import { isHash, isRelayError } from '@interline/kernel';
import type { Invoice } from './invoice.ts';
import type { InvoicePorts } from './invoice-ports.ts';

/** Maximum number of transactions shown per invoice. */
const mostShown = 20;

/**
 * Records the transaction among the paying ones if enough nodes show that it paid. The counted
 * amount is read from the address in any case, so nothing is refused here.
 */
export async function notePayment(
  { custody, payments, store, lifetime }: InvoicePorts,
  { id, chain, token, address: to, txs }: Invoice,
  txHash: string,
): Promise<void> {
  const named = txHash.toLowerCase();
  if (
    !payments.chains.includes(chain) ||
    !isHash(named) ||
    txs.includes(named) ||
    txs.length >= mostShown
  )
    return;
  const arrived = await custody
    .arrivals(chain, named, { token, to }, lifetime)
    .catch((error: unknown) => {
      if (isRelayError(error)) return [];
      throw error;
    });
  if (arrived.length === 0) return;
  await store.run('note-payment', async ({ invoices }) => {
    const invoice = await invoices.lockInvoice(id);
    if (invoice === null || invoice.txs.includes(named)) return;
    await invoices.changeInvoice(invoice, { txs: [...invoice.txs, named] });
  });
}

import { isRelayError } from '@interline/kernel';
import type { CollectingCall, Prepared } from '@interline/ports';
import { assertMayCommit, chainScope } from '../../switches/index.ts';
import { commitTransactions, sendOrPostpone } from '../../transactions/index.ts';
import { type Invoice, quotaOf } from './invoice.ts';
import {
  type CallPorts,
  commitCall,
  invoiceOwner,
  isTooDear,
  keysOf,
  prepareInvoiceCall,
} from './spender-calls.ts';

/** Of a chain in one run. */
const takenUp = 50;
/** After a refusal; and while what makes collecting possible is not there yet. */
const retryMs = 60_000;
const makingMs = 2_000;
/** Where it costs too much of what it brings, gas may be cheaper later. */
const dearMs = 3_600_000;
/** A collection costs at most a quarter of what it brings. */
const dearPart = 4n;

/**
 * Sends what counts at the addresses of invoices to the float: one transaction of the spender's a
 * payment, committed with the invoice's note of it, and none while another one is not final. The
 * address sends exactly so much or nothing, so none moves anything twice.
 */
export function collectPayments(ports: CallPorts): () => Promise<void> {
  return async () => {
    const { store, clock, payments } = ports;
    await Promise.all(
      payments.chains.map(async (chain) => {
        const due = await store.reads.invoices.invoicesToCollect(chain, clock.now(), takenUp);
        for (const invoice of due) await collect(ports, invoice);
      }),
    );
  };
}

async function collect(ports: CallPorts, invoice: Invoice): Promise<void> {
  const { chain } = invoice;
  try {
    const againInMs = await collectOne(ports, invoice);
    if (againInMs !== null) await postpone(ports, invoice, againInMs);
  } catch (error) {
    if (!isRelayError(error)) throw error;
    ports.log.warn('collection-postponed', { chain, code: error.code });
    await postpone(ports, invoice, retryMs);
  }
}

/** Null once it is committed, else when to try again. */
async function collectOne(ports: CallPorts, invoice: Invoice): Promise<number | null> {
  const { chain, held, expiresAtMs, collection } = invoice;
  if (collection !== null || held === 0n) return retryMs;
  // The rest may still come, and is collected with it.
  const openMs = expiresAtMs - ports.clock.now();
  if (quotaOf(invoice) === 0 && openMs > 0) return openMs;

  const missing = await ports.payments.missingFor(chain, ports.lifetime);
  if (missing !== null) {
    await makeReady(ports, invoice, missing);
    return makingMs;
  }
  const call = ports.payments.collecting({
    id: invoice.id,
    paid: invoice,
    token: invoice.token,
    units: held,
  });
  const prepared = await prepareInvoiceCall(ports, invoice, call);
  if (await isTooDear(ports, invoice, { units: held, part: dearPart }, prepared)) return dearMs;
  await commitCollection(ports, invoice, prepared);
  return null;
}

async function commitCollection(
  ports: CallPorts,
  invoice: Invoice,
  prepared: Prepared,
): Promise<void> {
  const { held: units, token, address: from, recipient: to } = invoice;
  const id = `col_${ports.entropy.hex(12)}`;
  await commitCall(ports, invoice, {
    name: 'collect-payment',
    owner: id,
    // What it moves, for the books: coin leaves no log.
    prepared: { ...prepared, expects: { token, from, to, units } },
    change: { collection: { id, units }, nextCollectMs: null },
  });
}

/** Once on each chain: the contract that all addresses are made by. */
async function makeReady(
  ports: CallPorts,
  invoice: Invoice,
  missing: CollectingCall,
): Promise<void> {
  const { chain } = invoice;
  const owner = invoiceOwner(`maker_${chain}`);
  const last = (await ports.store.reads.transactions.transactionsOf(owner.id)).at(-1);
  if (last?.state === 'open' || last?.state === 'mined') return;
  const keys = keysOf(ports, invoice);
  const prepared = await prepareInvoiceCall(ports, invoice, missing);
  const committed = await ports.store.run('make-payment-maker', async (tx) => {
    await assertMayCommit(tx, ['service', chainScope(chain)]);
    const now = (await tx.transactions.transactionsOf(owner.id)).at(-1);
    return now?.id === last?.id ? commitTransactions(keys, tx, owner, 0, [prepared]) : [];
  });
  await sendOrPostpone(keys, committed, ports.lifetime);
}

async function postpone(
  { store, clock }: CallPorts,
  invoice: Invoice,
  againInMs: number,
): Promise<void> {
  const change = { nextCollectMs: clock.now() + againInMs };
  await store.run('postpone-collection', ({ invoices }) => invoices.changeInvoice(invoice, change));
}

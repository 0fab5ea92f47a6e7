import { asUnits, type ChainRef, finalityOf, isRelayError } from '@interline/kernel';
import { StaleTransaction, type UnmatchedTransaction } from '../../transactions/index.ts';
import { type Invoice, quotaOf } from './invoice.ts';
import type { InvoicePorts } from './invoice-ports.ts';
import { worthOf } from './look-at-invoices.ts';
import type { CallPorts } from './spender-calls.ts';

/**
 * Counts what a restored store found our accounts to have sent for its invoices. A collection is
 * deducted from what its invoice holds, and counts as far as it was never counted; then it leaves
 * the desk. Each one is counted in one unit with its closing, so only once, and only when it is
 * final, because a reorg would return it to its address. A transaction of no stored invoice stays
 * on the desk, and each process looks for its invoice once.
 */
export function countCollected(ports: CallPorts): () => Promise<void> {
  const { store, payments } = ports;
  const strange = new Set<string>();
  return async () => {
    const waiting = (await store.reads.transactions.unmatchedTransactions()).filter(
      ({ id, chain, closed }) =>
        closed === null && !strange.has(id) && payments.chains.includes(chain),
    );
    for (const one of waiting) {
      const invoice = await invoiceOf(ports, one);
      if (invoice === null) strange.add(one.id);
      else await countOne(ports, invoice, one).catch((error: unknown) => leave(ports, one, error));
    }
  };
}

/** The invoice with that address. */
async function invoiceOf(
  { store }: Pick<InvoicePorts, 'store'>,
  { kind, chain, moved: [first] }: UnmatchedTransaction,
): Promise<Invoice | null> {
  if (first === undefined || (kind !== 'collection' && kind !== 'authorization')) return null;
  const { token, from, to } = first;
  return store.reads.invoices.invoiceAt(chain, token, kind === 'collection' ? from : to);
}

async function countOne(
  ports: CallPorts,
  invoice: Invoice,
  unmatched: UnmatchedTransaction,
): Promise<void> {
  const collections = unmatched.kind === 'collection' ? [unmatched] : [];
  if (!(await areFinal(ports, unmatched.chain, collections, ports.lifetime))) return;
  const change = await countedOf(ports, invoice, collections);
  if (change === null) return;
  const atMs = ports.clock.now();
  const closing = {
    as: 'explained',
    by: 'the service',
    atMs,
    evidence: null,
    routeId: null,
  } as const;
  await ports.store.run('count-collected', async (tx) => {
    if (await tx.invoices.changeInvoice(invoice, change))
      await tx.transactions.closeUnmatched(unmatched.id, closing);
  });
}

/** It stays on the desk; another process may have been faster. */
function leave({ log }: CallPorts, { chain }: UnmatchedTransaction, error: unknown): void {
  if (error instanceof StaleTransaction) return;
  if (!isRelayError(error)) throw error;
  log.warn('collection-not-counted', { chain, code: error.code });
}

type Collected = Pick<
  Invoice,
  | 'received'
  | 'credited'
  | 'held'
  | 'block'
  | 'blockAtMs'
  | 'exhaustedAtMs'
  | 'nextLookMs'
  | 'nextCollectMs'
>;

/**
 * A stored invoice with final collections that the store had lost. Null while its own collection is
 * pending, whose money it still holds, or without a price for late payments.
 */
export async function countedOf(
  ports: InvoicePorts,
  invoice: Invoice,
  collections: readonly UnmatchedTransaction[],
): Promise<Collected | null> {
  if (invoice.collection !== null) return null;
  const { received, credited, held, exhaustedAtMs, nextCollectMs } = invoice;
  const collected = unitsOf(collections);
  const uncounted = collected > held ? collected - held : 0n;
  const worth = await worthOf(ports, invoice, uncounted);
  if (worth === null) return null;
  const counted = {
    received: asUnits(received + uncounted),
    credited: asUnits(credited + worth),
    held: asUnits(held + uncounted - collected),
  };
  const isMore = quotaOf({ ...invoice, ...counted }) > invoice.issued;
  return {
    ...counted,
    ...lastBlockOf(invoice, collections),
    exhaustedAtMs: isMore ? null : exhaustedAtMs,
    nextLookMs: await ports.sureTime(),
    nextCollectMs: counted.held > 0n ? nextCollectMs : null,
  };
}

/** Whether no reorg can return any of them to its address. Throws `CHAIN_UNREACHABLE`. */
export async function areFinal(
  { custody, transactions: { policy } }: Pick<CallPorts, 'custody' | 'transactions'>,
  chain: ChainRef,
  collections: readonly UnmatchedTransaction[],
  signal: AbortSignal,
): Promise<boolean> {
  const [first] = collections;
  if (first === undefined) return true;
  const { block: head } = await custody.observe(chain, [], signal);
  const { finalDepth } = finalityOf(policy.finality, chain);
  return collections.every(({ block }) => block !== null && head - block >= finalDepth);
}

export function unitsOf(collections: readonly UnmatchedTransaction[]): bigint {
  return collections.reduce((sum, { moved }) => sum + (moved[0]?.units ?? 0n), 0n);
}

/** An older block still shows the collected money at the address. */
function lastBlockOf(
  { block, blockAtMs }: Pick<Invoice, 'block' | 'blockAtMs'>,
  collections: readonly UnmatchedTransaction[],
): Pick<Invoice, 'block' | 'blockAtMs'> {
  return collections.reduce(
    (last, { block: mined, atMs }) =>
      mined === null || mined <= (last.block ?? -1) ? last : { block: mined, blockAtMs: atMs },
    { block, blockAtMs },
  );
}

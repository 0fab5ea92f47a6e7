import { asUnits, faultInLog, type Transaction, unplaced } from '@interline/kernel';
import { holdingOf, type Line } from '../../books/index.ts';
import {
  awaitTransaction,
  type MinedTransaction,
  settleEnd,
  settleMined,
  StaleTransaction,
  withKeysOf,
} from '../../transactions/index.ts';
import type { CallPorts } from './spender-calls.ts';
import type { Invoice } from './invoice.ts';
import { countReverted } from './pay-authorized.ts';

const patienceMs = 1_000;
/** Delay after a failed one. */
const againInMs = 600_000;

/** Completes the spender's calls for invoices; a pending one is left for the next run. */
export function settleCalls(ports: CallPorts): () => Promise<void> {
  return async () => {
    const open = (
      await ports.store.reads.transactions.openTransactions({ owner: 'invoice' })
    ).filter(({ slot, chain }) => slot !== unplaced && ports.custody.chains.includes(chain));
    await Promise.all(
      open.map((one) =>
        settleOne(ports, one).catch((error: unknown) => postpone(ports, one, error)),
      ),
    );
    for (const invoice of await ports.store.reads.invoices.invoicesUnderCollection())
      await conclude(ports, invoice);
  };
}

/**
 * A call that cannot be read now does not delay the others. If another process settled it
 * meanwhile, nothing is left to do.
 */
function postpone({ log }: CallPorts, { chain }: Transaction, error: unknown): void {
  if (error instanceof StaleTransaction) return;
  log.warn('call-postponed', { chain, ...faultInLog(error) });
}

async function settleOne(ports: CallPorts, transaction: Transaction): Promise<void> {
  const keys = withKeysOf(ports.transactions, transaction.account);
  if (keys === null) return;
  const settle = async (seen: MinedTransaction): Promise<void> => {
    const closing = seen.end === 'mined' ? collectedLines(transaction) : [];
    const atMs = ports.clock.now();
    await ports.store.run('settle-collection', async (tx) => {
      await settleMined(tx, seen, { engine: null, atMs, closing });
      if (seen.end === 'reverted') await countReverted(tx, transaction, atMs);
    });
  };
  const awaited = await awaitTransaction(keys, transaction, { patienceMs }, ports.lifetime);
  await settleEnd<void>(keys, awaited, {
    displacedUnit: 'collection-displaced',
    pending: () => undefined,
    displaced: () => ports.log.error('collection-displaced', { chain: transaction.chain }),
    mined: settle,
    reverted: settle,
    filled: settle,
  });
}

/** The address sent exactly this amount, or the transaction failed. */
function collectedLines({ chain, expects }: Transaction): readonly Line[] {
  if (expects === null) return [];
  const { token, to } = expects;
  const units: bigint = expects.units;
  return [
    { ...holdingOf('float', chain, token, to), units },
    { kind: 'fees', chain, token, holder: '', units: -units },
  ];
}

/** Once a collection is final, the invoice holds that much less, or retries. */
async function conclude({ store, sureTime }: CallPorts, invoice: Invoice): Promise<void> {
  const { collection, held, block } = invoice;
  if (collection === null) return;
  const last = (await store.reads.transactions.transactionsOf(collection.id)).at(-1);
  if (last === undefined || last.state === 'open') return;
  // A transaction displaced from its slot may still be mined, in a form that a lost store had sent.
  // One without a slot cannot.
  if (!last.isFinal && last.slot !== unplaced) return;
  const isDone = last.state === 'mined';
  const left = asUnits(isDone ? held - collection.units : held);
  const nowMs = await sureTime();
  const againMs = nowMs + (isDone ? 0 : againInMs);
  await store.run('conclude-collection', ({ invoices }) =>
    invoices.changeInvoice(invoice, {
      collection: null,
      held: left,
      ...(isDone ? { collectTries: 0 } : { collectTries: invoice.collectTries + 1 }),
      ...(isDone ? { block: Math.max(block ?? 0, last.minedBlock ?? 0) } : {}),
      nextCollectMs: left > 0n ? againMs : null,
      nextLookMs: nowMs,
    }),
  );
}

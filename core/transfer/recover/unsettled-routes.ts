import { unplaced } from '@interline/kernel';
import { type Account, giveUpTransaction } from '../../transactions/index.ts';
import type { TransferPorts } from '../ports.ts';
import type { TransferReads, TransferUnit } from '../repository.ts';
import { type Route, stages } from '../route.ts';
import { worksWith } from '../settle/judge-accounts-of.ts';

const pageSize = 200;
/** Jobs of one unit: it holds the event loop for some milliseconds. */
const enqueuedAtOnce = 100;

/**
 * All unsettled routes in pages, by their ids, so that a route may be moved while its page is
 * worked on.
 */
export async function* unsettledPages(reads: {
  readonly transfers: Pick<TransferReads, 'unsettledRoutes'>;
}): AsyncGenerator<readonly Route[]> {
  let after: string | undefined;
  do {
    const page = await reads.transfers.unsettledRoutes(pageSize, after);
    yield page;
    after = page.length < pageSize ? undefined : page.at(-1)?.id;
  } while (after !== undefined);
}

/**
 * Gives every route that still owes something a job, whatever became of its last one. Resolves to
 * how many there are.
 */
export async function reconcileRoutes(
  ports: Pick<TransferPorts, 'store' | 'clock'>,
): Promise<number> {
  let found = 0;
  for (let page = await ports.store.reads.transfers.owingRoutes(enqueuedAtOnce); page.length > 0;) {
    const owing = page;
    await ports.store.run('reconcile-routes', async (tx) => {
      for (const { id } of owing)
        await tx.jobs.enqueue({ kind: 'advance-route', subject: id, runAtMs: ports.clock.now() });
    });
    found += owing.length;
    page = await ports.store.reads.transfers.owingRoutes(enqueuedAtOnce, owing.at(-1));
  }
  return found;
}

/**
 * Within the unit that found the store behind the account's chain: no route that works with the
 * account moves on until what the store does not know was read from the chain and cannot be its, or
 * an operator releases it. Resolves to how many routes were quarantined.
 */
export async function quarantineRoutes(
  tx: Pick<TransferUnit, 'transfers' | 'transactions'>,
  { chain, role }: Pick<Account, 'chain' | 'role'>,
  nowMs: number,
): Promise<number> {
  let quarantined = 0;
  for await (const page of unsettledPages(tx)) {
    for (const route of page.filter((one) => isAtRisk(one) && worksWith(one, chain, role))) {
      await dropUnsent(tx, route);
      await tx.transfers.moveRoute(route, { stage: stages.quarantined }, nowMs);
      quarantined += 1;
    }
  }
  return quarantined;
}

function isAtRisk({ phase, stage, isSimulated }: Route): boolean {
  return phase !== 'ended' && !isSimulated && stage !== stages.quarantined;
}

/**
 * A transaction that waits for a multicall was never sent, and must not go out with the next one.
 */
async function dropUnsent(tx: Pick<TransferUnit, 'transactions'>, { id }: Route): Promise<void> {
  for (const transaction of await tx.transactions.transactionsOf(id)) {
    if (transaction.state !== 'open' || transaction.slot !== unplaced) continue;
    await giveUpTransaction(tx, transaction);
  }
}

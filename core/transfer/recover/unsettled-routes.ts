import { unplaced } from '@interline/kernel';
import { type Account, giveUpTransaction } from '../../transactions/index.ts';
import type { TransferPorts } from '../ports.ts';
import type { TransferReads, TransferUnit } from '../repository.ts';
import { type Route, stages } from '../route.ts';
import { worksWith } from '../settle/judge-accounts-of.ts';

const pageSize = 200;
/** Jobs per unit, which holds the event loop for some milliseconds. */
const enqueuedAtOnce = 100;

/**
 * All unsettled routes in pages ordered by id, so that a route may be moved while its page is
 * processed.
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
 * Gives every route that still owes something a job, whatever happened to its last one. Resolves to
 * the number of routes.
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
 * Must run in the unit that found the store behind the account's chain. No route that uses the
 * account moves on until everything unknown was read from the chain and cannot belong to it, or an
 * operator releases it. Resolves to the number of quarantined routes.
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
 * A transaction that waits for a multicall was never sent, and must not be sent with the next one.
 */
async function dropUnsent(tx: Pick<TransferUnit, 'transactions'>, { id }: Route): Promise<void> {
  for (const transaction of await tx.transactions.transactionsOf(id)) {
    if (transaction.state !== 'open' || transaction.slot !== unplaced) continue;
    await giveUpTransaction(tx, transaction);
  }
}

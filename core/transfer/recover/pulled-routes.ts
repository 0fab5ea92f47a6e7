import { pullStep } from '@interline/kernel';
import { type Account, movedUnits, watchedOf } from '../../transactions/index.ts';
import type { TransferPorts } from '../ports.ts';
import { worksWith } from '../settle/judge-accounts-of.ts';
import { unsettledPages } from './unsettled-routes.ts';

/**
 * Routes of the account whose pulls the chain shows, where the store has not credited them yet.
 * Throws `CHAIN_UNREACHABLE`.
 */
export async function pulledRoutes(
  { custody, store }: Pick<TransferPorts, 'custody' | 'store'>,
  { chain, role }: Account,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const pulling: string[] = [];
  for await (const page of unsettledPages(store.reads))
    pulling.push(
      ...page
        .filter(
          (route) =>
            route.phase === 'pulling' &&
            !route.isSimulated &&
            custody.chains.includes(route.order.lane.from) &&
            worksWith(route, chain, role),
        )
        .map(({ id }) => id),
    );
  const reads = store.reads.transactions;
  const pulls = (await Promise.all(pulling.map((id) => reads.transactionsOf(id))))
    .flat()
    .filter((one) => one.purpose === 'pull' && one.step === pullStep && one.slot >= 0);
  const pulled = new Set<string>();
  for (const [source, some] of Map.groupBy(pulls, (one) => one.chain)) {
    const watched = await watchedOf(reads, some);
    const { transactions } = await custody.observe(source, watched, signal);
    const seen = new Map(transactions.map((one) => [one.transactionId, one.mined]));
    for (const { id, owner, expects } of some) {
      const mined = seen.get(id) ?? null;
      if (mined?.isSuccess === true && movedUnits(mined, expects) > 0n) pulled.add(owner.id);
    }
  }
  return pulled;
}

import { pullStep } from '@interline/kernel';
import { type Account, movedUnits, watchedOf } from '../../transactions/index.ts';
import { watchedOf as watchedAt } from '../deposit/look-at-deposit.ts';
import { mergeSeen } from '../deposit/merge-seen.ts';
import { sumOf } from '../deposit/worth-of.ts';
import type { TransferPorts } from '../ports.ts';
import { worksWith } from '../settle/judge-accounts-of.ts';
import { unsettledPages } from './unsettled-routes.ts';

/**
 * Routes of the account whose money has arrived according to the chain, by a pull or at a deposit
 * address, and that the store has not credited yet. Throws `CHAIN_UNREACHABLE`.
 */
export async function routesWithMoney(
  ports: Pick<TransferPorts, 'custody' | 'store' | 'deposits' | 'clock'>,
  at: Account,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const [pulled, deposited] = await Promise.all([
    pulledRoutes(ports, at, signal),
    depositedRoutes(ports, at, signal),
  ]);
  return new Set([...pulled, ...deposited]);
}

/**
 * Deposit routes at whose addresses the agreed amount has arrived. Of several routes that one
 * payment could have delivered, an unpaid one is never the right one.
 */
async function depositedRoutes(
  { store, deposits, clock }: Pick<TransferPorts, 'store' | 'deposits' | 'clock'>,
  { chain, role }: Account,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const deposited: string[] = [];
  for await (const page of unsettledPages(store.reads)) {
    const waiting = page.filter(
      (route) =>
        route.mode === 'deposit' &&
        route.credited === null &&
        route.phase !== 'ended' &&
        worksWith(route, chain, role),
    );
    const known = (
      await Promise.all(waiting.map(({ id }) => store.reads.transfers.deposit(id)))
    ).filter((one) => one !== null);
    for (const [on, some] of Map.groupBy(known, (one) => one.chain)) {
      const { addresses } = await deposits.seenAt(on, some.map(watchedAt), signal);
      for (const [index, { routeId, agreed, outputs }] of some.entries()) {
        const reading = addresses[index];
        if (reading === undefined) continue;
        const there = mergeSeen(outputs, reading, clock.now(), Infinity).filter(
          ({ block, use }) => block !== null && use?.kind !== 'refund',
        );
        if (sumOf(there) >= agreed) deposited.push(routeId);
      }
    }
  }
  return deposited;
}

/** Routes whose pulls the chain shows. */
async function pulledRoutes(
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

import { type AccountRole, type ChainRef, unplaced } from '@interline/kernel';
import { type Account, gasReservationId } from '../../transactions/index.ts';
import type { TransferUnit } from '../repository.ts';
import { type Route, stages } from '../route.ts';
import { unsettledPages } from './unsettled-pages.ts';

type Terms = Pick<Route, 'order' | 'plan'>;

/**
 * Within the unit that found the account behind its chain: no route that works with it moves on
 * until an operator has looked. Resolves to how many routes were quarantined.
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
 * Whether the route pulls, pays, calls or refunds from the account, or could: another rail may take
 * it over.
 */
export function worksWith({ order, plan }: Terms, chain: ChainRef, role: AccountRole): boolean {
  const { from, to } = order.lane;
  switch (role) {
    case 'spender':
      return (
        from === chain || plan.steps.some((step) => step.kind === 'call' && step.chain === chain)
      );
    case 'float':
      return to === chain || (from === chain && plan.pullTo === 'float');
  }
}

/** What waits for a batch was never sent, and must not go out with the next one. */
async function dropUnsent(tx: Pick<TransferUnit, 'transactions'>, { id }: Route): Promise<void> {
  for (const transaction of await tx.transactions.transactionsOf(id)) {
    if (transaction.state !== 'open' || transaction.nonce !== unplaced) continue;
    await tx.transactions.moveTransaction(transaction.id, 'open', { state: 'displaced' });
    await tx.transactions.releaseReservation(gasReservationId(transaction.id));
  }
}

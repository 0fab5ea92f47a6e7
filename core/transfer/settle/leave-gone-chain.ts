import { callOf, type ChainRef, type Transaction, evmChainId } from '@interline/kernel';
import type { TransferPorts } from '../ports.ts';
import type { Route } from '../route.ts';
import { giveBack } from './leave-rail.ts';
import { type Advance, waitForOperator } from './advance.ts';
import { hasValueLeft } from './outcomes-of.ts';

/**
 * False for an EVM chain that was taken out of the deployment while routes are under way on it.
 * Other chains are left to their rails.
 */
export function isServed({ custody }: Pick<TransferPorts, 'custody'>, chain: ChainRef): boolean {
  return evmChainId(chain) === null || custody.chains.includes(chain);
}

/**
 * What becomes of a route that needs a chain which is not served any more. While nothing can have
 * been paid, the payer gets everything back; where something may have been, the route waits in the
 * operator's list. Null where it goes on as usual.
 */
export async function leaveGoneChain(ports: TransferPorts, route: Route): Promise<Advance | null> {
  const gone = route.isSimulated
    ? undefined
    : neededChains(route).find((chain) => !isServed(ports, chain));
  if (gone === undefined) return null;
  const transactions = await ports.store.reads.transactions.transactionsOf(route.id);
  switch (route.phase) {
    case 'pulling':
      return listed(ports, route, gone);
    case 'running': {
      if (!mayBePaid(route, transactions)) {
        ports.log.warn('chain-gone', { routeId: route.id, chain: gone });
        return giveBack(ports, route, {
          code: 'CHAIN_UNREACHABLE',
          reason: `${gone} is not served any more`,
        });
      }
      const call = callOf(route.plan.steps[route.cursor]);
      // The end of a hand-over is seen on the source chain.
      return call !== null && isServed(ports, call.chain) ? null : listed(ports, route, gone);
    }
    case 'refunding':
      // A refund that is not begun is held, which advanceRefund does.
      return transactions.some(
        (one) => one.state === 'open' || (one.purpose === 'refund' && one.state === 'mined'),
      )
        ? listed(ports, route, gone)
        : null;
    case 'funding':
    case 'ended':
      return null;
  }
}

/** The chains on which the route's next move is made or seen. */
function neededChains({ phase, order, plan, cursor }: Route): readonly ChainRef[] {
  const step = plan.steps[cursor];
  const call = callOf(step);
  switch (phase) {
    case 'pulling':
    case 'refunding':
      return [order.lane.from];
    case 'running':
      if (step?.kind === 'payout') return [step.token.chain];
      return call === null ? [] : [call.chain, order.lane.to];
    // It ends by itself, with nothing of the payer's here.
    case 'funding':
    case 'ended':
      return [];
  }
}

/** A payout counts however it ended: a chain that is gone cannot be looked at again. */
function mayBePaid(route: Route, transactions: readonly Transaction[]): boolean {
  return (
    transactions.some((one) => one.purpose === 'payout' || one.state === 'open') ||
    hasValueLeft(route, transactions)
  );
}

function listed(ports: TransferPorts, route: Route, chain: ChainRef): Promise<Advance> {
  return waitForOperator(ports, route, 'chain-gone', () =>
    ports.log.warn('chain-gone', { routeId: route.id, chain }),
  );
}

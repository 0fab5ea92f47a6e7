import { callOf, type ChainRef, type Transaction, evmChainId } from '@interline/kernel';
import type { TransferPorts } from '../ports.ts';
import type { Route } from '../route.ts';
import { giveBack } from './leave-rail.ts';
import { type Advance, waitForOperator } from './advance.ts';
import { hasValueLeft } from './outcomes-of.ts';

/**
 * False for an EVM chain that was removed from the deployment while routes on it are open. Other
 * chains are their rails' responsibility.
 */
export function isServed({ custody }: Pick<TransferPorts, 'custody'>, chain: ChainRef): boolean {
  return evmChainId(chain) === null || custody.chains.includes(chain);
}

/**
 * Handles a route that needs a chain which is no longer served. If nothing can have been paid, the
 * payer is refunded in full; otherwise the route is listed for the operator. Null if the route
 * continues as usual.
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
      // A refund that has not started is held, which advanceRefund does.
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
    // It ends by itself, without any of the payer's money here.
    case 'funding':
    case 'ended':
      return [];
  }
}

/** A payout counts with any result, because a removed chain cannot be read again. */
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

import { type ChainRef, type Transaction, evmChainId } from '@interline/kernel';
import type { TransferPorts } from '../ports.ts';
import type { Route } from '../route.ts';
import { giveBack } from './leave-rail.ts';
import { type Advance, waitForOperator } from './advance.ts';
import { hasValueLeft } from './outcomes-of.ts';

/**
 * A deployment may take a chain out while routes are under way on it. Chains beyond the EVM are
 * their rails' business.
 */
export function isServed({ custody }: Pick<TransferPorts, 'custody'>, chain: ChainRef): boolean {
  return evmChainId(chain) === null || custody.chains.includes(chain);
}

/**
 * What becomes of a route that needs a chain which is not served any more: while nothing can have
 * been paid, the payer gets everything back; where something may be out there its end is unknown,
 * so the route waits in the list an operator sees. Null where it goes on as ever.
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
      if (!(await mayBePaid(ports, route, transactions))) {
        ports.log.warn('chain-gone', { routeId: route.id, chain: gone });
        return giveBack(ports, route, {
          code: 'CHAIN_UNREACHABLE',
          reason: `${gone} is not served any more`,
        });
      }
      const step = route.plan.steps[route.cursor];
      // How a hand-over ends is seen on the source.
      return step?.kind === 'call' && isServed(ports, step.chain)
        ? null
        : listed(ports, route, gone);
    }
    case 'refunding':
      // One that is not begun is held: the refund itself says so.
      return transactions.some(
        (one) => one.state === 'open' || (one.purpose === 'refund' && one.state === 'mined'),
      )
        ? listed(ports, route, gone)
        : null;
    case 'ended':
      return null;
  }
}

/** The chains that the route's next move is made on, or seen on. */
function neededChains({ phase, order, plan, cursor }: Route): readonly ChainRef[] {
  const step = plan.steps[cursor];
  switch (phase) {
    case 'pulling':
    case 'refunding':
      return [order.lane.from];
    case 'running':
      if (step?.kind === 'payout') return [step.token.chain];
      return step?.kind === 'call' ? [step.chain, order.lane.to] : [];
    case 'ended':
      return [];
  }
}

/** A payout counts however it ended: there is no looking again at a chain that is gone. */
async function mayBePaid(
  ports: TransferPorts,
  route: Route,
  transactions: readonly Transaction[],
): Promise<boolean> {
  return (
    transactions.some((one) => one.purpose === 'payout' || one.state === 'open') ||
    hasValueLeft(ports, route, transactions)
  );
}

function listed(ports: TransferPorts, route: Route, chain: ChainRef): Promise<Advance> {
  return waitForOperator(ports, route, 'chain-gone', () =>
    ports.log.warn('chain-gone', { routeId: route.id, chain }),
  );
}

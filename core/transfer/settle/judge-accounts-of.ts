import { type AccountRole, callOf, type ChainRef, RelayError } from '@interline/kernel';
import { judgeAccount } from '../../transactions/index.ts';
import type { TransferPorts } from '../ports.ts';
import type { Route } from '../route.ts';

/**
 * Checks all accounts that the route uses before it is given up or changes its rail. Throws
 * `CHAIN_UNREACHABLE` if the nodes of a chain disagree.
 */
export async function judgeAccountsOf(
  ports: Pick<TransferPorts, 'custody' | 'store' | 'clock' | 'log'>,
  route: Route,
  signal: AbortSignal,
): Promise<void> {
  for (const chain of ports.custody.chains) {
    for (const role of ports.custody.roles(chain)) {
      if (!worksWith(route, chain, role)) continue;
      const found = await judgeAccount(ports, chain, role, signal);
      if (found !== 'doubted') continue;
      const reason = `not every node of ${chain} shows what the ${role} account has sent`;
      throw new RelayError('CHAIN_UNREACHABLE', { chain }, reason);
    }
  }
}

/**
 * Whether the route pulls, pays, calls or refunds from the account, or could if another rail takes
 * over.
 */
export function worksWith(
  { order, plan, mode }: Pick<Route, 'order' | 'plan' | 'mode'>,
  chain: ChainRef,
  role: AccountRole,
): boolean {
  const { from, to } = order.lane;
  switch (role) {
    case 'spender':
      return from === chain || plan.steps.some((step) => callOf(step)?.chain === chain);
    case 'float':
      return (
        to === chain ||
        (from === chain && (plan.pullTo === 'float' || mode === 'rebalance' || mode === 'deposit'))
      );
  }
}

import { RelayError } from '@interline/kernel';
import { judgeAccount } from '../../transactions/index.ts';
import type { TransferPorts } from '../ports.ts';
import type { Route } from '../route.ts';
import { worksWith } from './unsettled-routes.ts';

type Ports = Pick<TransferPorts, 'custody' | 'store' | 'clock' | 'log'>;

/**
 * Judges all that the route works with, before it is given up or goes another way. Throws
 * `CHAIN_UNREACHABLE`.
 */
export async function judgeAccountsOf(
  ports: Ports,
  route: Route,
  signal: AbortSignal,
): Promise<void> {
  for (const chain of ports.custody.chains) {
    for (const role of ['spender', 'float'] as const) {
      if (!worksWith(route, chain, role)) continue;
      const found = await judgeAccount(ports, chain, role, signal);
      if (found !== 'doubted') continue;
      const reason = `not every node of ${chain} shows what the ${role} account has sent`;
      throw new RelayError('CHAIN_UNREACHABLE', { chain }, reason);
    }
  }
}

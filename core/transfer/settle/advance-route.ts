import { StaleTransaction } from '../../transactions/index.ts';
import type { TransferPorts } from '../ports.ts';
import { StaleRoute } from '../repository.ts';
import { type Route, stages } from '../route.ts';
import { advancePull } from './advance-pull.ts';
import { advanceRefund } from './advance-refund.ts';
import { advanceSteps } from './advance-steps.ts';
import { leaveGoneChain } from './leave-gone-chain.ts';
import { later, type Turn } from './turn.ts';

/** A route that moves more often than this in one go is cut off and taken up again. */
const turnsAtMost = 64;

/**
 * Takes a route as far as it goes now. Safe to call from anywhere at any time: every unit is
 * guarded by the route's version, so of two that race one commits and the other looks again.
 */
export async function advanceRoute(
  ports: TransferPorts,
  id: string,
  patienceMs: number,
  signal: AbortSignal,
): Promise<Turn> {
  let route = await ports.store.reads.transfers.route(id);
  if (route === null) return later(ports.clock.now());
  for (let turns = 0; turns < turnsAtMost; turns += 1) {
    if (route.phase === 'ended') return { kind: 'ended', route };
    if (route.stage === stages.quarantined)
      return later(ports.clock.now() + ports.policy.refundRetryMs);
    const turn: Turn = await oneTurn(ports, route, patienceMs, signal).catch((error: unknown) => {
      if (error instanceof StaleRoute || error instanceof StaleTransaction)
        return later(ports.clock.now());
      throw error;
    });
    if (turn.kind !== 'moved') return turn;
    route = turn.route;
  }
  return later(ports.clock.now());
}

async function oneTurn(
  ports: TransferPorts,
  route: Route,
  patienceMs: number,
  signal: AbortSignal,
): Promise<Turn> {
  const gone = await leaveGoneChain(ports, route);
  if (gone !== null) return gone;
  switch (route.phase) {
    case 'pulling':
      return advancePull(ports, route, patienceMs, signal);
    case 'running':
      return advanceSteps(ports, route, patienceMs, signal);
    case 'refunding':
      return advanceRefund(ports, route, patienceMs, signal);
    case 'ended':
      return { kind: 'ended', route };
  }
}

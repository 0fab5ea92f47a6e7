import type { PlanStep } from '@interline/kernel';
import type { TransferPorts } from '../ports.ts';
import type { Route } from '../route.ts';
import { stopForOperator } from './leave-rail.ts';
import { later, type Turn } from './turn.ts';
import { reopenedBefore } from './value-left.ts';

/**
 * Before a step gives the route's money away: what had reverted in an earlier step, and was opened
 * by a reorg since, must have come to nothing again. Null once it has.
 */
export async function waitForReopened(
  ports: TransferPorts,
  route: Route,
  step: PlanStep,
): Promise<Turn | null> {
  if (step.kind === 'call' && !step.handsOver) return null;
  switch (await reopenedBefore(ports, route)) {
    case 'void':
      return null;
    case 'unknown':
      return later(ports.clock.now() + ports.policy.retryAfterMs);
    case 'done':
      return stopForOperator(ports, route, {
        code: 'SIMULATION_FAILED',
        reason: 'a transfer that had reverted succeeded after a reorg',
      });
  }
}

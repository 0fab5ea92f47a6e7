import type { ErrorCode } from '@interline/kernel';
import { holdMsOf } from '../../switches/index.ts';
import type { TransferPorts } from '../ports.ts';
import { type Route, stages } from '../route.ts';

/** What one look at a route did with it. */
export type Advance =
  /** It moved; look again at once. */
  | { readonly kind: 'moved'; readonly route: Route }
  /** Nothing more can be done before that time. */
  | { readonly kind: 'later'; readonly atMs: number }
  /** Nothing is owed any more. */
  | { readonly kind: 'ended'; readonly route: Route };

export function moved(route: Route): Advance {
  return { kind: 'moved', route };
}

export function later(atMs: number): Advance {
  return { kind: 'later', atMs };
}

/** Why a rail cannot go on with a route. */
export interface WhyLeft {
  readonly code: ErrorCode;
  readonly reason: string;
}

/**
 * Lists the route for the operator, as VERIFYING, in the unit of that name: what became of its
 * money is not known. It is looked at again after `refundRetryMs`. `logOnce` is called when it is
 * listed.
 */
export async function waitForOperator(
  ports: TransferPorts,
  route: Route,
  unit: string,
  logOnce?: () => void,
): Promise<Advance> {
  if (route.stage !== stages.verifying) {
    await ports.store.run(unit, (tx) =>
      tx.transfers.moveRoute(route, { stage: stages.verifying }, ports.clock.now()),
    );
    logOnce?.();
  }
  return later(ports.clock.now() + ports.policy.refundRetryMs);
}

/** The payer's money may be with us and the chain does not show it. */
export function waitUnproven(ports: TransferPorts, route: Route): Promise<Advance> {
  return waitForOperator(ports, route, 'pull-unproven');
}

/** What would end the route must be read again after the hold of its source chain. */
export function waitHeld(
  { clock, policy }: Pick<TransferPorts, 'clock' | 'policy'>,
  { order }: Pick<Route, 'order'>,
): Advance {
  return later(clock.now() + Math.max(policy.retryAfterMs, holdMsOf(policy, order.from.chain)));
}

/** Something of the payer's may be on its way: no refund and no other rail. */
export function stopForOperator(
  ports: TransferPorts,
  route: Route,
  why: WhyLeft,
): Promise<Advance> {
  return waitForOperator(ports, route, 'verify-delivery', () =>
    ports.log.error('rail-stuck', { routeId: route.id, rail: route.rail, code: why.code }),
  );
}

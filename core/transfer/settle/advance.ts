import type { ErrorCode } from '@interline/kernel';
import { holdMsOf } from '../../switches/index.ts';
import type { TransferPorts } from '../ports.ts';
import { type Route, stages } from '../route.ts';

/** The result of one look at a route. */
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

/** Why a rail cannot continue a route. */
export interface WhyLeft {
  readonly code: ErrorCode;
  readonly reason: string;
}

/**
 * Lists the route for the operator as VERIFYING, in the unit with that name: what happened to its
 * money is unknown. It is read again after `refundRetryMs`. `logOnce` is called when it is first
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

/** We may have the payer's money although the chain does not show it. */
export function waitUnproven(ports: TransferPorts, route: Route): Promise<Advance> {
  return waitForOperator(ports, route, 'pull-unproven');
}

/** Evidence that would end the route must be read again after its source chain's hold. */
export function waitHeld(
  { clock, policy }: Pick<TransferPorts, 'clock' | 'policy'>,
  { order }: Pick<Route, 'order'>,
): Advance {
  return later(clock.now() + Math.max(policy.retryAfterMs, holdMsOf(policy, order.from.chain)));
}

/** Money of the payer's may be on its way, so there is no refund and no other rail. */
export function stopForOperator(
  ports: TransferPorts,
  route: Route,
  why: WhyLeft,
): Promise<Advance> {
  return waitForOperator(ports, route, 'verify-delivery', () =>
    ports.log.error('rail-stuck', { routeId: route.id, rail: route.rail, code: why.code }),
  );
}

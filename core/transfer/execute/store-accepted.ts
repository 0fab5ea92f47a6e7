import type { ExecuteRequest } from '../execute-request.ts';
import type { TransferUnit } from '../repository.ts';
import type { Route } from '../route.ts';

/** A route that waited for the float and is accepted now. */
export interface Waiting {
  readonly route: Route;
  /** Hash of the secret that a deposit's caller got; null without a deposit. */
  readonly refundSecretHash: string | null;
}

/**
 * Must run in the accepting unit. Stores the route with its first job and its Idempotency-Key, or
 * replaces the waiting route, which has both already. Resolves to the stored route. Throws
 * `PermitTaken`, and `StaleRoute` if the waiting route has moved since.
 */
export async function storeAccepted(
  tx: TransferUnit,
  route: Route,
  request: Pick<ExecuteRequest, 'idempotency' | 'agent' | 'mandate'>,
  waiting: Waiting | undefined,
): Promise<Route> {
  if (waiting === undefined) {
    await tx.transfers.insertRoute(route);
    await startRoute(tx, route, request);
    return route;
  }
  await tx.transfers.removeFunding(route.id);
  return tx.transfers.replaceRoute(waiting.route, route);
}

/**
 * Stores the route's first job and the Idempotency-Key that finds it again. The policy of an
 * agent's route and the mandate of a mandate's route are enforced here, because every new route
 * passes here.
 */
export async function startRoute(
  tx: TransferUnit,
  route: Route,
  { idempotency, agent, mandate }: Pick<ExecuteRequest, 'idempotency' | 'agent' | 'mandate'>,
): Promise<void> {
  const { id, createdAtMs } = route;
  await tx.jobs.enqueue({ kind: 'advance-route', subject: id, runAtMs: createdAtMs });
  if (idempotency !== null)
    await tx.idempotency.putIdempotent({ ...idempotency, routeId: id, atMs: createdAtMs });
  // First, so that a used presentation is refused as that, and not as its agent's repeat.
  if (mandate !== undefined) await tx.announce.acceptingUnderMandate(route, mandate);
  if (agent !== undefined) await tx.announce.acceptingForAgent(route, agent);
}

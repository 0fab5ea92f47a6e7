import type { ExecuteRequest } from '../execute-request.ts';
import type { TransferUnit } from '../repository.ts';
import type { Route } from '../route.ts';

/** A route that waited for the float, and is accepted now. */
export interface Waiting {
  readonly route: Route;
  /** Of the secret that the caller of a deposit was told; null without a deposit. */
  readonly refundSecretHash: string | null;
}

/**
 * Within the accepting unit: stores the route with its first job and the Idempotency-Key that finds
 * it again, or in the place of the one that waited, which has both. Resolves to it as stored. Throws
 * `PermitTaken`, and `StaleRoute` where the waiting one has moved since.
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
 * The route's first job, and the Idempotency-Key that finds the route again. An agent's route is held to
 * its policy here, and one under a mandate to that: every route that is new comes this way.
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
  if (agent !== undefined) await tx.announce.acceptingForAgent(route, agent);
  if (mandate !== undefined) await tx.announce.acceptingUnderMandate(route, mandate);
}

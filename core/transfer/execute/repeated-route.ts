import { isSameOrder, type PermitKey, RelayError } from '@interline/kernel';
import { type ExecuteRequest, isLive } from '../execute-request.ts';
import type { TransferPorts } from '../ports.ts';
import type { Route } from '../route.ts';

/**
 * The route that this request already has, found by its Idempotency-Key or its permit. Another
 * order under the same key or permit is a conflict. It does not find a permit's archived route: no
 * new route is stored under that permit, and `twinOf` then finds the archived one.
 */
export async function repeatedRoute(
  ports: Pick<TransferPorts, 'store' | 'custody'>,
  request: ExecuteRequest,
): Promise<Route | null> {
  const { transfers } = ports.store.reads;
  return repeatedBy(ports, request, (permit) => transfers.liveRouteByPermit(permit));
}

/** The same with the archive, for a refused request, which may have been completed long ago. */
export async function twinOf(
  ports: Pick<TransferPorts, 'store' | 'custody'>,
  request: ExecuteRequest,
): Promise<Route | null> {
  const { transfers } = ports.store.reads;
  return repeatedBy(ports, request, (permit) => transfers.routeByPermit(permit));
}

type FindByPermit = (permit: PermitKey) => Promise<Route | null>;

async function repeatedBy(
  ports: Pick<TransferPorts, 'store' | 'custody'>,
  request: ExecuteRequest,
  find: FindByPermit,
): Promise<Route | null> {
  if (!isLive(request)) return null;
  return (await byIdempotencyKey(ports, request)) ?? (await byPermit(ports, request, find));
}

async function byIdempotencyKey(
  { store }: Pick<TransferPorts, 'store'>,
  { idempotency }: ExecuteRequest,
): Promise<Route | null> {
  if (idempotency === null) return null;
  const kept = await store.reads.idempotency.idempotent(idempotency.key);
  if (kept === null) return null;
  if (kept.bodyHash !== idempotency.bodyHash) throw new RelayError('IDEMPOTENCY_CONFLICT');
  return store.reads.transfers.route(kept.routeId);
}

async function byPermit(
  { custody }: Pick<TransferPorts, 'custody'>,
  request: ExecuteRequest,
  find: FindByPermit,
): Promise<Route | null> {
  const { permit, mode, sandbox } = request;
  // The sandbox does not spend permits, so a permit there identifies no route.
  if (permit === null || mode !== 'permit2' || sandbox !== null) return null;
  // A standing allowance serves many pulls, so its signature identifies no route.
  if (permit.ceiling !== undefined) return null;
  const route = await find(permit);
  if (route === null) return null;
  // The receipt belongs to the holder of the payer's key, not to a caller that guesses a permit's
  // key.
  if (!(await custody.isSignedByOwner(permit)))
    throw new RelayError('PERMIT_INVALID', {}, "the signature is not the owner's over this permit");
  const minOutput = request.minOut ?? route.order.minOutput;
  if (!isSameOrder(route.order, { ...request.quote, minOutput })) {
    throw new RelayError(
      'INTENT_MISMATCH',
      {},
      'this permit was already used for another transfer',
    );
  }
  return route;
}

import { isSameOrder, RelayError } from '@interline/kernel';
import type { TransferPorts } from '../ports.ts';
import type { Route } from '../route.ts';
import { type ExecuteRequest, isLive } from './execute-request.ts';

/**
 * The route this request already has, by its Idempotency-Key or its permit. Another intent under
 * the same key or permit is a conflict.
 */
export async function repeatedRoute(
  ports: Pick<TransferPorts, 'store' | 'custody'>,
  request: ExecuteRequest,
): Promise<Route | null> {
  if (!isLive(request)) return null;
  return (await byIdempotencyKey(ports, request)) ?? (await byPermit(ports, request));
}

async function byIdempotencyKey(
  { store }: Pick<TransferPorts, 'store'>,
  request: ExecuteRequest,
): Promise<Route | null> {
  if (request.idempotency === null) return null;
  const answer = await store.reads.idempotency.idempotent(request.idempotency.key);
  if (answer === null) return null;
  if (answer.bodyHash !== request.idempotency.bodyHash)
    throw new RelayError('IDEMPOTENCY_CONFLICT');
  return store.reads.transfers.route(answer.routeId);
}

async function byPermit(
  { store, custody }: Pick<TransferPorts, 'store' | 'custody'>,
  request: ExecuteRequest,
): Promise<Route | null> {
  const { permit, sandbox } = request;
  // The sandbox uses no permit up, so there it stands for nothing.
  if (permit === null || request.mode !== 'permit2' || sandbox !== null) return null;
  const route = await store.reads.transfers.routeByPermit(permit);
  if (route === null) return null;
  // The receipt belongs to whoever can sign for the payer, not to whoever guesses a nonce.
  if (!(await custody.isSignedByOwner(permit)))
    throw new RelayError('PERMIT_INVALID', {}, "the signature is not the owner's over this permit");
  assertSameOrder(route, request);
  return route;
}

/** Throws `INTENT_MISMATCH` unless the route was accepted for these very terms. */
function assertSameOrder(route: Route, request: ExecuteRequest): void {
  const minOutput = request.minOut ?? route.order.minOutput;
  if (!isSameOrder(route.order, { ...request.quote, minOutput })) {
    throw new RelayError(
      'INTENT_MISMATCH',
      {},
      'this permit was already used for another transfer',
    );
  }
}

import { noUnits, type Order, RelayError } from '@interline/kernel';
import type { TransferPorts } from '../ports.ts';
import type { Route } from '../route.ts';
import { startOf } from './accept-route.ts';
import type { ExecuteRequest, SandboxOutcome } from './execute-request.ts';

/**
 * A route on the sandbox rail: stored and followed like any other, with nothing pulled, signed or
 * sent.
 */
export async function executeSandbox(
  ports: TransferPorts,
  request: ExecuteRequest,
  outcome: SandboxOutcome,
  signal: AbortSignal,
): Promise<Route> {
  const rail = ports.registry.sandbox;
  if (rail === undefined)
    throw new RelayError('NO_ROUTE', {}, 'this deployment runs no sandbox rail');
  const offers = await rail.offers(request.quote, signal);
  const quote = offers.map((offer) => offer.outcome).find((one) => one.ok)?.value;
  if (quote === undefined || quote.kind !== 'firm')
    throw new RelayError('NO_ROUTE', {}, 'the sandbox does not serve this pair');
  const order: Order = {
    ...request.quote,
    routeId: `sbx_${ports.entropy.hex(16)}`,
    payer: request.quote.payer ?? ports.custody.account('float'),
    minOutput: request.minOut ?? noUnits,
  };
  const plan = await rail.plan(order, { ...quote, memo: { ...quote.memo, outcome } }, signal);
  if (!plan.ok) throw new RelayError(plan.code, {}, plan.reason);
  const nowMs = ports.clock.now();
  const route: Route = {
    id: order.routeId,
    version: 0,
    ...startOf(plan.value.steps[0], false),
    isSimulated: true,
    mode: request.mode,
    rail: quote.rail,
    railPackage: rail.manifest.id,
    bridge: quote.bridge,
    order,
    permit: null,
    allowance: null,
    plan: plan.value,
    cursor: 0,
    credited: null,
    delivered: null,
    refusals: [],
    failure: null,
    srcTx: null,
    destTx: null,
    refundTx: null,
    givenBack: null,
    owed: null,
    quote: null,
    client: request.client,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  };
  await ports.store.run('accept-sandbox', async (tx) => {
    await tx.transfers.insertRoute(route);
    await tx.jobs.enqueue({ kind: 'advance-route', subject: route.id, runAtMs: nowMs });
    if (request.idempotency !== null)
      await tx.idempotency.putIdempotent({
        ...request.idempotency,
        routeId: route.id,
        atMs: nowMs,
      });
  });
  return route;
}

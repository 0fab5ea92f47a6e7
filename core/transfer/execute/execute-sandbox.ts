import { type Order, RelayError } from '@interline/kernel';
import type { ExecuteRequest, SandboxOutcome } from '../execute-request.ts';
import type { TransferPorts } from '../ports.ts';
import { newRoute, type Route } from '../route.ts';
import { startRoute } from './store-accepted.ts';

/**
 * A route on the sandbox rail: stored and followed like any other, but nothing is pulled, signed or
 * sent.
 */
export async function executeSandbox(
  ports: Pick<TransferPorts, 'registry' | 'custody' | 'store' | 'entropy' | 'clock'>,
  request: ExecuteRequest,
  outcome: SandboxOutcome,
  signal: AbortSignal,
): Promise<Route> {
  const rail = ports.registry.sandbox;
  if (rail === undefined)
    throw new RelayError('NO_ROUTE', {}, 'this deployment runs no sandbox rail');
  const { minOut } = request;
  const [offer] = await rail.offers(
    minOut === null ? request.quote : { ...request.quote, minOutput: minOut },
    signal,
  );
  if (offer?.outcome.ok === false && offer.outcome.code === 'BELOW_AGREED_OUTPUT')
    throw new RelayError(offer.outcome.code, {}, offer.outcome.reason);
  const quote = offer?.outcome.ok === true ? offer.outcome.value : undefined;
  if (quote === undefined || quote.kind !== 'firm')
    throw new RelayError('NO_ROUTE', {}, 'the sandbox does not serve this pair');
  const order: Order = {
    ...request.quote,
    routeId: `sbx_${ports.entropy.hex(16)}`,
    payer: request.quote.payer ?? ports.custody.account(request.quote.lane.from, 'float'),
    minOutput: minOut ?? quote.minOutput,
  };
  const plan = await rail.plan(order, { ...quote, memo: { ...quote.memo, outcome } }, signal);
  if (!plan.ok) throw new RelayError(plan.code, {}, plan.reason);
  const route = newRoute({
    order,
    quote,
    plan: plan.value,
    railPackage: rail.manifest.id,
    isSimulated: true,
    mode: request.mode,
    permit: null,
    allowance: null,
    refusals: [],
    client: request.client,
    spender: null,
    nowMs: ports.clock.now(),
  });
  await ports.store.run('accept-sandbox', async (tx) => {
    await tx.transfers.insertRoute(route);
    await startRoute(tx, route, request);
  });
  return route;
}

import { noUnits } from '@interline/kernel';
import type { TransferPorts } from '../ports.ts';
import { RailsRefused } from '../quote/rails-refused.ts';
import type { KeptOrder } from '../repository.ts';
import type { Route } from '../route.ts';
import { checkOrder, type VerifiedOrder, verifyOrder } from './check-order.ts';
import { chooseOffers } from './choose-offers.ts';
import { type ExecuteRequest, isLive } from '../execute-request.ts';
import { executeSandbox } from './execute-sandbox.ts';
import { dryExecution, type Execution } from './execution.ts';
import { laneChecks } from './lane-checks.ts';
import { agreedFloorOf, orderOf } from './order-of.ts';
import { withPermit } from './paused-request.ts';
import { repeatedRoute, twinOf } from './repeated-route.ts';
import type { Waiting } from './store-accepted.ts';
import { takeOffer } from './take-offer.ts';
import { awaitFunding, unfundedOf } from '../funding/await-funding.ts';
import { rehearseWait } from '../funding/rehearse-wait.ts';

/**
 * Checks, accepts and starts a route. Resolves when its first signed transaction is committed and
 * sent; the route's job advances it after that. Throws catalogue codes.
 */
export type ExecuteRoute = (request: ExecuteRequest, signal: AbortSignal) => Promise<Execution>;

export function executeRoute(ports: TransferPorts): ExecuteRoute {
  return async (request, signal) => {
    checkOrder(ports, request);
    const repeated = await repeatedRoute(ports, request);
    if (repeated !== null) return repeatOf(ports, repeated);
    try {
      return await executeNew(ports, request, signal);
    } catch (error) {
      // An equal request may have been accepted meanwhile or earlier, and its pull made this one
      // fail.
      const twin = await twinOf(ports, request);
      if (twin === null) throw withPermit(error, request, ports.clock.now());
      return repeatOf(ports, twin);
    }
  };
}

async function repeatOf({ store }: Pick<TransferPorts, 'store'>, route: Route): Promise<Execution> {
  const deposit = await store.reads.transfers.deposit(route.id);
  return { kind: 'route', route, isRepeat: true, ...(deposit === null ? {} : { deposit }) };
}

async function executeNew(
  ports: TransferPorts,
  request: ExecuteRequest,
  signal: AbortSignal,
): Promise<Execution> {
  const { sandbox } = request;
  if (sandbox !== null && isLive(request))
    return { kind: 'route', route: await executeSandbox(ports, request, sandbox, signal) };
  const verified = await ports.tracer.within({ name: 'verify' }, () =>
    verifyNow(ports, request, signal),
  );
  return isLive(request)
    ? executeLive(ports, request, verified, signal)
    : rehearse(ports, request, verified.kept, signal);
}

/** Verifies the permit itself, after every check that applies to any order of the lane. */
async function verifyNow(
  ports: TransferPorts,
  request: ExecuteRequest,
  signal: AbortSignal,
): Promise<VerifiedOrder> {
  if (request.sandbox === null)
    for (const check of laneChecks(ports, request, signal)) await check();
  return verifyOrder(ports, request, signal);
}

async function rehearse(
  ports: TransferPorts,
  request: ExecuteRequest,
  kept: KeptOrder | null,
  signal: AbortSignal,
): Promise<Execution> {
  const choice = await chooseOffers(ports, request, kept, signal).catch((error: unknown) =>
    rehearseWait(ports, request, error),
  );
  if ('kind' in choice) return choice;
  const { optIn, ranked, refusals, excluded } = choice;
  const waiting = optIn.map(({ quote }) => quote.rail).join(', ');
  return dryExecution(
    ranked,
    [...refusals, ...excluded],
    request.mode === 'deposit'
      ? 'rehearsal: no deposit address was issued; send live: true to get one'
      : `rehearsal: nothing was broadcast and the permit was not used${waiting === '' ? '' : `; broadcast only with live: true: ${waiting}`}`,
  );
}

/** Accepts the order now, or lets it wait if our own account cannot pay it out. */
async function executeLive(
  ports: TransferPorts,
  request: ExecuteRequest,
  verified: VerifiedOrder,
  signal: AbortSignal,
): Promise<Execution> {
  const id = `rt_${ports.entropy.hex(16)}`;
  try {
    return await takeOffer(ports, { request, verified, id }, signal);
  } catch (error) {
    const unfunded = unfundedOf(ports, request, error);
    if (unfunded === null || !(error instanceof RailsRefused)) throw error;
    const order = orderOf(ports, request, agreedFloorOf(request, verified.kept) ?? noUnits, id);
    const awaited = await awaitFunding(ports, request, order, unfunded, error.refusals);
    if (awaited === null) throw error;
    return { kind: 'route', ...awaited };
  }
}

/**
 * Accepts a route that waited for the float, checked again like a new order. Throws catalogue
 * codes; the route then keeps waiting.
 */
export async function acceptWaiting(
  ports: TransferPorts,
  request: ExecuteRequest,
  waiting: Waiting,
  signal: AbortSignal,
): Promise<Route | null> {
  checkOrder(ports, request);
  const verified = await verifyNow(ports, request, signal);
  const { id } = waiting.route;
  const taken = await takeOffer(ports, { request, verified, id, waiting }, signal);
  return taken.kind === 'route' ? taken.route : null;
}

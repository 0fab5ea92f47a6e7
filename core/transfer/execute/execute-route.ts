import { assertAccountsRun } from '../../transactions/index.ts';
import type { TransferPorts } from '../ports.ts';
import { cannotExecute } from '../quote/no-route.ts';
import type { RankedOffer } from '../quote/quote-route.ts';
import type { RailRefusal, Route } from '../route.ts';
import { acceptFirst } from './accept-first.ts';
import { checkOrder, verifyOrder } from './check-order.ts';
import { chooseOffers, excludedOffers, promisedOffer } from './choose-offers.ts';
import { executeSandbox } from './execute-sandbox.ts';
import { type ExecuteRequest, isLive, orderOf } from './execute-request.ts';
import { repeatedRoute } from './repeated-route.ts';

export type Execution =
  | {
      readonly kind: 'route';
      readonly route: Route;
      /** Accepted for an earlier request. */ readonly isRepeat?: true;
    }
  | {
      readonly kind: 'dry';
      readonly rankedOffers: readonly RankedOffer[];
      readonly refusals: readonly RailRefusal[];
      readonly note: string;
    };

/**
 * Checks, accepts and starts a route; answers when its first signed transaction is committed and sent. Throws
 * the catalogue's codes.
 */
export type ExecuteRoute = (request: ExecuteRequest, signal: AbortSignal) => Promise<Execution>;

export function executeRoute(ports: TransferPorts): ExecuteRoute {
  return async (request, signal) => {
    checkOrder(ports, request);
    const repeated = await repeatedRoute(ports, request);
    if (repeated !== null) return { kind: 'route', route: repeated, isRepeat: true };
    try {
      return await executeNew(ports, request, signal);
    } catch (error) {
      // A twin of this request may have been accepted meanwhile, and its pull is what made ours
      // fail.
      const twin = await repeatedRoute(ports, request);
      if (twin === null) throw error;
      return { kind: 'route', route: twin, isRepeat: true };
    }
  };
}

async function executeNew(
  ports: TransferPorts,
  request: ExecuteRequest,
  signal: AbortSignal,
): Promise<Execution> {
  if (request.sandbox !== null && isLive(request))
    return { kind: 'route', route: await executeSandbox(ports, request, request.sandbox, signal) };
  if (request.sandbox === null)
    await assertAccountsRun(ports.custody, ports.store.reads, request.quote.lane);
  const kept = await verifyOrder(ports, request, signal);
  const order = orderOf(ports, request, kept, `rt_${ports.entropy.hex(16)}`);
  const excluded = excludedOffers(ports, request);
  const promised = isLive(request) ? promisedOffer(ports, request, kept, excluded) : null;
  const tried = [...excluded];
  const first =
    promised === null ? null : await acceptFirst(ports, request, order, [promised], tried, signal);
  if (first !== null) return { kind: 'route', route: first };
  const choice = await chooseOffers(ports, request, kept, signal);
  const told = [...choice.refusals, ...choice.excluded];
  if (!isLive(request))
    return {
      kind: 'dry',
      rankedOffers: choice.offers,
      refusals: told,
      note: 'rehearsal: nothing was broadcast and the permit was not used',
    };
  if (choice.offers.length === 0) {
    return {
      kind: 'dry',
      rankedOffers: choice.optIn,
      refusals: told,
      note: 'nothing was broadcast: the rails that serve this lane need live: true',
    };
  }
  const refusals = [
    ...choice.excluded,
    ...tried.slice(excluded.length),
    ...choice.refusals.filter(({ rail }) => rail !== promised?.quote.rail),
  ];
  const route = await acceptFirst(
    ports,
    request,
    order,
    choice.offers.filter(({ quote }) => quote.rail !== promised?.quote.rail),
    refusals,
    signal,
  );
  if (route === null) throw cannotExecute(refusals.slice(choice.excluded.length), choice.excluded);
  return { kind: 'route', route };
}

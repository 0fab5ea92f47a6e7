import { isRelayError, type Order, type Plan, type Refusal, RelayError } from '@interline/kernel';
import { assertAccountsRun } from '../../transactions/index.ts';
import { assertAccepts, scopesOf } from '../../switches/index.ts';
import { acceptDeposit } from '../deposit/accept-deposit.ts';
import type { Deposit } from '../deposit/deposit.ts';
import { assertTakesDeposits } from '../deposit/prepare-deposit.ts';
import type { TransferPorts } from '../ports.ts';
import { cannotExecute, RailsRefused } from '../quote/rails-refused.ts';
import { assertReachable } from '../quote/reachable-rails.ts';
import type { RankedOffer } from '../quote/quote-route.ts';
import { type KeptOrder, PermitTaken } from '../repository.ts';
import { type RailRefusal, railRefusalOf, type Route } from '../route.ts';
import { acceptRoute } from './accept-route.ts';
import {
  assertNoDepositAddress,
  checkOrder,
  type VerifiedOrder,
  verifyOrder,
} from './check-order.ts';
import { chooseOffers, excludedOffers, planAtCost, promisedOffer } from './choose-offers.ts';
import { type ExecuteRequest, isLive } from '../execute-request.ts';
import { executeSandbox } from './execute-sandbox.ts';
import { orderOf } from './order-of.ts';
import { closesRequest, withPermit } from './paused-request.ts';
import { priceMoved } from './price-moved.ts';
import { repeatedRoute } from './repeated-route.ts';
import type { Waiting } from './start-route.ts';
import { awaitFunding, unfundedOf } from '../funding/await-funding.ts';
import { rehearseWait } from '../funding/rehearse-wait.ts';
import { PullRefused } from '../pull-refused.ts';

export type Execution =
  | {
      readonly kind: 'route';
      readonly route: Route;
      /** The address that the caller is to pay to, where the route waits for a deposit. */
      readonly deposit?: Deposit;
      /** Told this once: with it a refund address can be named later. */
      readonly refundClaim?: string;
      /** It was accepted for an earlier request. */
      readonly isRepeat?: true;
    }
  | {
      readonly kind: 'dry';
      readonly rankedOffers: readonly RankedOffer[];
      readonly refusals: readonly RailRefusal[];
      readonly note: string;
    };

/**
 * Checks, accepts and starts a route. Resolves when its first signed transaction is committed and
 * sent; the route's job advances it from there. Throws the catalogue's codes.
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
      // A twin of this request may have been accepted meanwhile, and its pull made this one fail.
      const twin = await repeatedRoute(ports, request);
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
  const verified = await verifyNow(ports, request, signal);
  return isLive(request)
    ? executeLive(ports, request, verified, signal)
    : rehearse(ports, request, verified.kept, signal);
}

/** The permit's own word, after all that stands in the way of any order of the lane now. */
async function verifyNow(
  ports: TransferPorts,
  request: ExecuteRequest,
  signal: AbortSignal,
): Promise<VerifiedOrder> {
  if (request.sandbox === null) {
    if (request.mode === 'deposit') {
      assertTakesDeposits(ports, request.quote.lane.from);
      const { lane, refundAddress } = request.quote;
      if (refundAddress !== undefined)
        await assertNoDepositAddress(ports, lane.from, refundAddress);
    }
    await assertAccepts(ports.store.reads, scopesOf(request.quote));
    await assertAccountsRun(ports.custody, ports.store.reads, request.quote.lane);
    await assertReachable(ports, request.quote.lane, signal);
  }
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
  const { offers, optIn, refusals, excluded } = choice;
  const waiting = optIn.map(({ quote }) => quote.rail).join(', ');
  return {
    kind: 'dry',
    rankedOffers: offers,
    refusals: refusalsBeside(offers, [...refusals, ...excluded]),
    note:
      request.mode === 'deposit'
        ? 'rehearsal: no deposit address was issued; send live: true to get one'
        : `rehearsal: nothing was broadcast and the permit was not used${waiting === '' ? '' : `; broadcast only with live: true: ${waiting}`}`,
  };
}

/** What is ranked was not refused, also where it waits for `live: true`. */
function refusalsBeside(
  ranked: readonly RankedOffer[],
  refusals: readonly RailRefusal[],
): readonly RailRefusal[] {
  return refusals.filter(({ rail }) => ranked.every(({ quote }) => quote.rail !== rail));
}

/** Accepts the order now, or waits where our own account cannot pay it out. */
async function executeLive(
  ports: TransferPorts,
  request: ExecuteRequest,
  verified: VerifiedOrder,
  signal: AbortSignal,
): Promise<Execution> {
  const id = `rt_${ports.entropy.hex(16)}`;
  try {
    return await takeOffer(ports, request, verified, { id }, signal);
  } catch (error) {
    const unfunded = unfundedOf(ports, request, error);
    if (unfunded === null || !(error instanceof RailsRefused)) throw error;
    const order = orderOf(ports, request, verified.kept, id);
    const awaited = await awaitFunding(ports, request, order, unfunded, error.refusals);
    if (awaited === null) throw error;
    return { kind: 'route', ...awaited };
  }
}

/**
 * Accepts a route that waited for the float, judged anew like an order that comes in now. Throws the
 * catalogue's codes, and then it waits as before.
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
  const taken = await takeOffer(ports, request, verified, { id, waiting }, signal);
  return taken.kind === 'route' ? taken.route : null;
}

interface Place {
  readonly id: string;
  readonly waiting?: Waiting;
}

/** The promised offer first; the other rails are asked only where that one cannot be taken. */
async function takeOffer(
  ports: TransferPorts,
  request: ExecuteRequest,
  { kept, chainTimeSec }: VerifiedOrder,
  { id, ...place }: Place,
  signal: AbortSignal,
): Promise<Execution> {
  const order: Order = {
    ...orderOf(ports, request, kept, id),
    ...(chainTimeSec === null ? {} : { acceptedAtSec: chainTimeSec }),
  };
  const excluded = excludedOffers(ports, request);
  const promised = promisedOffer(ports, request, kept, excluded);
  const tried = [...excluded];
  const kind = 'route';
  if (promised !== null) {
    const agreed = { kept, ...place };
    const accepted = await acceptFirst(ports, request, order, [promised], tried, signal, agreed);
    if (accepted !== null) return { kind, ...accepted };
  }
  const choice = await chooseOffers(ports, request, kept, signal);
  if (choice.offers.length === 0) {
    return {
      kind: 'dry',
      rankedOffers: choice.optIn,
      refusals: refusalsBeside(choice.optIn, [...choice.refusals, ...choice.excluded]),
      note: 'nothing was broadcast: the rails that serve this lane need live: true',
    };
  }
  const isNew = (rail: string): boolean => rail !== promised?.quote.rail;
  const refusals = [
    ...choice.excluded,
    ...tried.slice(excluded.length),
    ...choice.refusals.filter(({ rail }) => isNew(rail)),
  ];
  const others = choice.offers.filter(({ quote }) => isNew(quote.rail));
  const accepted = await acceptFirst(ports, request, order, others, refusals, signal, place);
  if (accepted === null)
    throw cannotExecute(refusals.slice(choice.excluded.length), choice.excluded);
  return { kind, ...accepted };
}

type Accepted = Pick<Extract<Execution, { kind: 'route' }>, 'route' | 'deposit' | 'refundClaim'>;

interface Agreed {
  /**
   * The order whose one offer this is: where its price moved, that is the answer, because the payer
   * signed for that price.
   */
  readonly kept?: KeptOrder | null;
  /** Why an offer is not taken at what its plan turned out to be; null where it is. */
  readonly judge?: (plan: Plan, offer: RankedOffer) => Refusal | null;
  /** The route whose place the accepted one takes. */
  readonly waiting?: Waiting;
}

/**
 * Tries the offers in their order until one is accepted, and adds each refusal with its reason.
 * Null where none is accepted.
 */
export async function acceptFirst(
  ports: TransferPorts,
  request: ExecuteRequest,
  order: Order,
  offers: readonly RankedOffer[],
  refusals: RailRefusal[],
  signal: AbortSignal,
  { kept = null, judge, waiting }: Agreed = {},
): Promise<Accepted | null> {
  for (const offer of offers) {
    const { rail } = offer.quote;
    const plan = await planAtCost(ports, order, offer, kept, signal);
    if (!plan.ok) {
      if (plan.code === 'PRICE_MOVED' && kept !== null)
        throw await priceMoved(ports, request, kept, plan.reason, signal);
      refusals.push(railRefusalOf(rail, plan));
      continue;
    }
    const unfit = judge?.(plan.value, offer) ?? null;
    if (unfit !== null) {
      refusals.push(railRefusalOf(rail, unfit));
      continue;
    }
    try {
      const acceptance = {
        order,
        plan: planFor(request, plan.value),
        offer,
        refusals,
        ...(waiting === undefined ? {} : { waiting }),
      };
      return request.mode === 'deposit'
        ? await acceptDeposit(ports, request, acceptance, signal)
        : { route: await acceptRoute(ports, request, acceptance, signal) };
    } catch (error) {
      // Of one permit sent many times at once, one commit wins, and the caller gets its receipt.
      if (error instanceof PermitTaken) throw new RelayError('PERMIT_USED');
      if (!isRelayError(error) || error instanceof PullRefused || closesRequest(error)) throw error;
      const { retryAfterMs } = error.details;
      refusals.push(
        railRefusalOf(rail, {
          code: error.code,
          reason: error.message,
          ...(typeof retryAfterMs === 'number' ? { retryAfterMs } : {}),
        }),
      );
    }
  }
  return null;
}

/** An operator's own coins are in the float: nobody will pay them to an address of ours. */
function planFor({ mode }: Pick<ExecuteRequest, 'mode'>, plan: Plan): Plan {
  if (mode !== 'self') return plan;
  const isToUs = (step: Plan['steps'][number]): boolean =>
    step.kind === 'await-deposit' && step.address === undefined;
  return { ...plan, steps: plan.steps.filter((step) => !isToUs(step)) };
}

import {
  isRelayError,
  noUnits,
  type Order,
  type Plan,
  type Refusal,
  RelayError,
  type Units,
} from '@interline/kernel';
import { acceptDeposit } from '../deposit/accept-deposit.ts';
import type { ExecuteRequest } from '../execute-request.ts';
import type { TransferPorts } from '../ports.ts';
import { PullRefused } from '../pull-refused.ts';
import type { RankedOffer } from '../quote/quote-route.ts';
import { cannotExecute } from '../quote/rails-refused.ts';
import { type KeptOrder, PermitTaken } from '../repository.ts';
import { type RailRefusal, railRefusalOf } from '../route.ts';
import { acceptRoute, OwnBudgetSpent } from './accept-route.ts';
import type { VerifiedOrder } from './check-order.ts';
import { chooseOffers, excludedOffers, planAtCost, promisedOffer } from './choose-offers.ts';
import { type Accepted, dryExecution, type Execution } from './execution.ts';
import { agreedFloorOf, orderOf } from './order-of.ts';
import { closesRequest } from './paused-request.ts';
import { priceMoved } from './price-moved.ts';
import type { Waiting } from './store-accepted.ts';

interface Taking {
  readonly request: ExecuteRequest;
  readonly verified: VerifiedOrder;
  /** Id of the new route. */
  readonly id: string;
  /** The waiting route that the accepted one replaces. */
  readonly waiting?: Waiting;
}

/** Takes the promised offer first; the other rails are asked only if that one cannot be taken. */
export async function takeOffer(
  ports: TransferPorts,
  { request, verified: { kept, chainTimeSec }, id, ...place }: Taking,
  signal: AbortSignal,
): Promise<Execution> {
  const orderAt = (floor: Units): Order => ({
    ...orderOf(ports, request, floor, id),
    ...(chainTimeSec === null ? {} : { acceptedAtSec: chainTimeSec }),
  });
  const kind = 'route';
  const excluded = excludedOffers(ports, request);
  const promised = promisedOffer(ports, request, kept, excluded);
  const tried = [...excluded];
  if (promised !== null) {
    const offers = [promised];
    const order = orderAt(agreedFloorOf(request, kept) ?? noUnits);
    const accepted = await acceptFirst(
      ports,
      { request, order, offers, refusals: tried, kept, ...place },
      signal,
    );
    if (accepted !== null) return { kind, ...accepted };
  }
  const choice = await chooseOffers(ports, request, kept, signal);
  if (choice.offers.length === 0)
    return dryExecution(
      choice.optIn,
      [...choice.refusals, ...choice.excluded],
      'nothing was broadcast: the rails that serve this lane need live: true',
    );
  const isNew = (rail: string): boolean => rail !== promised?.quote.rail;
  const refusals = [
    ...choice.excluded,
    ...tried.slice(excluded.length),
    ...choice.refusals.filter(({ rail }) => isNew(rail)),
  ];
  const offers = choice.offers.filter(({ quote }) => isNew(quote.rail));
  const order = orderAt(choice.floor);
  const accepted = await acceptFirst(ports, { request, order, offers, refusals, ...place }, signal);
  if (accepted === null)
    throw cannotExecute(refusals.slice(choice.excluded.length), choice.excluded);
  return { kind, ...accepted };
}

interface Trying {
  readonly request: ExecuteRequest;
  readonly order: Order;
  /** In the order of attempts. */
  readonly offers: readonly RankedOffer[];
  /** Why others were not taken. Each rejected offer is added with its reason. */
  readonly refusals: RailRefusal[];
  /**
   * The kept order, if this is its only offer. If its price moved, the request is refused, because
   * the payer signed that price.
   */
  readonly kept?: KeptOrder | null;
  /** Why an offer is rejected after its plan is known; null if it is accepted. */
  readonly judge?: (plan: Plan, offer: RankedOffer) => Refusal | null;
  /** The waiting route that the accepted one replaces. */
  readonly waiting?: Waiting;
}

/** The first accepted offer; null if none is. */
export async function acceptFirst(
  ports: TransferPorts,
  trying: Trying,
  signal: AbortSignal,
): Promise<Accepted | null> {
  for (const offer of trying.offers) {
    const first = await tryOffer(ports, trying, offer, signal);
    // The rail now sees what was committed since, so one more plan without the lost resource is
    // tried; a third would not differ.
    const tried =
      'refused' in first && first.isLost ? await tryOffer(ports, trying, offer, signal) : first;
    if (!('refused' in tried)) return tried;
    trying.refusals.push(tried.refused);
  }
  return null;
}

interface NotTaken {
  readonly refused: RailRefusal;
  /**
   * Another order, committed after the plan was made, used the resource. The rail may have a plan
   * without it.
   */
  readonly isLost: boolean;
}

async function tryOffer(
  ports: TransferPorts,
  { request, order, refusals, kept = null, judge, waiting }: Trying,
  offer: RankedOffer,
  signal: AbortSignal,
): Promise<Accepted | NotTaken> {
  const { rail } = offer.quote;
  const notTaken = (refusal: Parameters<typeof railRefusalOf>[1], isLost = false): NotTaken => ({
    refused: railRefusalOf(rail, refusal),
    isLost,
  });
  const plan = await planAtCost(ports, order, offer, kept, signal);
  if (!plan.ok) {
    if (plan.code === 'PRICE_MOVED' && kept !== null)
      throw await priceMoved(ports, request, kept, plan.reason, signal);
    return notTaken(plan);
  }
  const unfit = judge?.(plan.value, offer) ?? null;
  if (unfit !== null) return notTaken(unfit);
  try {
    const acceptance = {
      order,
      plan: planWithoutCaller(request, plan.value),
      offer,
      refusals,
      ...(waiting === undefined ? {} : { waiting }),
    };
    return request.mode === 'deposit'
      ? await acceptDeposit(ports, request, acceptance, signal)
      : { route: await acceptRoute(ports, request, acceptance, signal) };
  } catch (error) {
    // If one permit is sent many times at once, one commit wins; the other callers get its receipt.
    if (error instanceof PermitTaken) throw new RelayError('PERMIT_USED');
    if (!isRelayError(error) || error instanceof PullRefused || closesRequest(error)) throw error;
    const { retryAfterMs } = error.details;
    return notTaken(
      {
        code: error.code,
        reason: error.message,
        ...(typeof retryAfterMs === 'number' ? { retryAfterMs } : {}),
      },
      error instanceof OwnBudgetSpent,
    );
  }
}

/**
 * An operator's own coins are already in the float, so no payment to a deposit address will come.
 */
function planWithoutCaller({ mode }: Pick<ExecuteRequest, 'mode'>, plan: Plan): Plan {
  if (mode !== 'self') return plan;
  const isToUs = (step: Plan['steps'][number]): boolean =>
    step.kind === 'await-deposit' && step.address === undefined;
  return { ...plan, steps: plan.steps.filter((step) => !isToUs(step)) };
}

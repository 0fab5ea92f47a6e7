import { type ErrorCode, errorEntry, RelayError } from '@interline/kernel';
import { rehearseDeposit } from '../deposit/rehearse-deposit.ts';
import { planAtCost } from '../execute/choose-offers.ts';
import { type ExecuteRequest, isLive } from '../execute-request.ts';
import { orderOf } from '../execute/order-of.ts';
import { rehearsePlan } from '../execute/rehearse-plan.ts';
import type { TransferPorts } from '../ports.ts';
import { cannotExecute } from '../quote/rails-refused.ts';
import type { RankedOffer } from '../quote/quote-route.ts';
import type { KeptOrder } from '../repository.ts';
import { type RailRefusal, railRefusalOf } from '../route.ts';
import { type Blocker, blockerOf, type Findings, mergeFindings, nothingFound } from './findings.ts';
import {
  type InspectedPermit,
  inspectLane,
  inspectLimits,
  inspectOrder,
  inspectPayer,
  inspectPermit,
  inspectRecipient,
} from './inspect-order.ts';
import { type InspectedOffers, inspectOffers } from './inspect-offers.ts';

/** Without blockers, execute would accept the request. */
export interface Preflight extends Findings {
  /** The offers that execute would try, best first; without `live: true` it skips some of them. */
  readonly rankedOffers: readonly RankedOffer[];
}

export type PreflightPorts = Pick<
  TransferPorts,
  | 'custody'
  | 'store'
  | 'deposits'
  | 'registry'
  | 'price'
  | 'chains'
  | 'policy'
  | 'tokens'
  | 'clock'
  | 'entropy'
>;

/**
 * Everything that would make execute refuse the request, not only the first obstacle. Moves
 * nothing, stores nothing, and marks no permit as suggested. If `permit` is null, the rest of the
 * request is checked.
 */
export type PreflightRoute = (request: ExecuteRequest, signal: AbortSignal) => Promise<Preflight>;

export function preflightRoute(ports: PreflightPorts): PreflightRoute {
  return async (asked, signal) => {
    const request = liveForm(asked);
    const order = inspectOrder(ports, request);
    if (isClosed(order)) return { ...order, warnings: [], rankedOffers: [] };
    const [permit, lane, ...others] = await Promise.all([
      inspectPermit(ports, request, signal),
      inspectLane(ports, request, signal),
      inspectPayer(ports, request, signal),
      inspectRecipient(ports, request, signal),
      inspectLimits(ports, request, signal),
    ]);
    const offers = await inspectOffers(ports, request, permit.kept, signal);
    const found = mergeFindings([
      ...[order, permit, lane, ...others],
      beside(lane, offers),
      rehearsalOnly(asked),
    ]);
    return {
      ...(await rehearsed(ports, request, permit, offers, found, signal)),
      rankedOffers: offers.ranked,
    };
  };
}

/** The request as a live one, because a dry run would skip checks that a preflight is for. */
function liveForm(request: ExecuteRequest): ExecuteRequest {
  return { ...request, dryRun: false, live: request.live === true ? true : null };
}

function rehearsalOnly(asked: ExecuteRequest): Findings {
  return isLive(asked)
    ? nothingFound
    : {
        blockers: [],
        warnings: [
          asked.mode === 'deposit' && asked.live === null && !asked.dryRun
            ? 'without live: true execute only rehearses it, and issues no deposit address'
            : 'the body says dryRun: true or live: false, so execute would only rehearse it',
        ],
      };
}

/**
 * An obstacle that closes the lane also closes its rails; their own report of it is not a second
 * blocker.
 */
function beside(lane: Findings, { blockers, warnings }: Findings): Findings {
  const said = new Set(lane.blockers.map(({ code }) => code));
  return { blockers: blockers.filter(({ code }) => !said.has(code)), warnings };
}

const closing: readonly ErrorCode[] = ['UNROUTABLE_LANE', 'UNSUPPORTED_DIRECTION'];

/** No rail settles the lane, so permits, balances and offers are not checked. */
function isClosed({ blockers }: Findings): boolean {
  return blockers.some(({ code }) => closing.includes(code));
}

/** Simulates only a request without blockers that is signed or needs no signature. */
async function rehearsed(
  ports: PreflightPorts,
  request: ExecuteRequest,
  { kept }: InspectedPermit,
  offers: InspectedOffers,
  found: Findings,
  signal: AbortSignal,
): Promise<Findings> {
  if (found.blockers.length > 0 || (request.mode === 'permit2' && request.permit === null))
    return found;
  const blocker = await rehearseOffers(ports, request, kept, offers, signal);
  return blocker === null ? found : mergeFindings([found, { blockers: [blocker], warnings: [] }]);
}

/** Tries the offers as execute would, up to the commit. Null once one would be accepted. */
async function rehearseOffers(
  ports: PreflightPorts,
  request: ExecuteRequest,
  kept: KeptOrder | null,
  found: InspectedOffers,
  signal: AbortSignal,
): Promise<Blocker | null> {
  const order = orderOf(ports, request, found.floor, `rt_${ports.entropy.hex(16)}`);
  const refusals: RailRefusal[] = [...found.refusals];
  const isKept = ({ quote }: RankedOffer): boolean => quote === kept?.quote;
  // Execute tries the sign request's offer first, even if others now rank above it.
  for (const offer of found.offers.toSorted((a, b) => Number(isKept(b)) - Number(isKept(a)))) {
    const { rail } = offer.quote;
    const isPromised = isKept(offer);
    const plan = await planAtCost(ports, order, offer, isPromised ? kept : null, signal);
    if (!plan.ok) {
      if (isPromised && plan.code === 'PRICE_MOVED')
        return blockerOf(new RelayError(plan.code, {}, plan.reason));
      refusals.push(railRefusalOf(rail, plan));
      continue;
    }
    try {
      const planned = { plan: plan.value, quote: offer.quote };
      await (request.mode === 'deposit'
        ? rehearseDeposit(ports, request, { order, ...planned }, signal)
        : rehearsePlan(ports, request, planned, signal));
      return null;
    } catch (error) {
      const blocker = blockerOf(error);
      if (errorEntry(blocker.code).rulesOut === 'request') return blocker;
      refusals.push({ rail, code: blocker.code, reason: blocker.reason });
    }
  }
  return blockerOf(cannotExecute(refusals, found.excluded));
}

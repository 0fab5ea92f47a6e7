import type * as z from 'zod';
import {
  type ComparedRail,
  type Comparison,
  effectiveFeePct,
  type FirstParty,
  type Guard,
  guardFeePct,
  type LaneScore,
  type RailRefusal,
  type RailScore,
  type Scorecard,
} from '@interline/core/transfer';
import { chainToWire, type QuoteRequest } from '@interline/kernel';
import { partsOf, unreadyReason, waitsForLive } from '../quote/present.ts';
import type { compareAnswer, scorecardAnswer } from './schemas.ts';

type CompareWire = z.input<typeof compareAnswer>;
type QuoteWire = CompareWire['quotes'][number];
type CompareSetting = Parameters<typeof waitsForLive>[2];

export function presentComparison(
  { priced, refusals, guard, firstParty, isCached }: Comparison,
  request: QuoteRequest,
  setting: CompareSetting,
): CompareWire {
  const { lane, to } = request;
  const quotes = [
    ...priced.map((offer, rank) => presentPriced(offer, request, setting, rank === 0)),
    ...refusals.map((refusal) => presentRefused(refusal, request, setting)),
  ];
  return {
    lane: {
      fromChain: String(chainToWire(lane.from)),
      toChain: String(chainToWire(lane.to)),
      applicableRails: quotes.map(({ rail }) => rail),
      estOutUnit: `${to.symbol} (${to.decimals} decimals)`,
    },
    quotes,
    best: priced[0]?.quote.rail ?? '',
    comparedRails: priced.length,
    railsAttempted: quotes.length,
    guard: presentGuard(guard),
    cached: isCached,
    firstParty: presentFirstParty(firstParty),
  };
}

function presentPriced(
  { quote, effectiveFee, qualityScore }: ComparedRail,
  request: QuoteRequest,
  setting: CompareSetting,
  best: boolean,
): QuoteWire {
  const reason = unreadyReason(quote, request);
  return {
    rail: quote.rail,
    ok: true,
    estOut: quote.output.toString(),
    etaSeconds: quote.durationSec,
    best,
    effectiveFeePct: effectiveFeePct(effectiveFee),
    effectiveFeeBasis: effectiveFee.basis,
    qualityScore,
    needsLive: waitsForLive(quote.rail, request, setting),
    quoteOnly: reason !== null,
    bridge: quote.bridge,
    minOut: quote.minOutput.toString(),
    fee: quote.fee.toString(),
    fees: partsOf(quote, effectiveFee),
    ...(reason === null ? {} : { reason }),
  };
}

function presentRefused(
  { rail, code, reason, minInput, retryAfterMs }: RailRefusal,
  request: QuoteRequest,
  setting: CompareSetting,
): QuoteWire {
  return {
    rail,
    ok: false,
    estOut: '0',
    etaSeconds: 0,
    best: false,
    effectiveFeePct: 0,
    qualityScore: 0,
    needsLive: waitsForLive(rail, request, setting),
    quoteOnly: false,
    errorCode: code,
    reason,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(minInput === undefined ? {} : { minInput: minInput.toString() }),
  };
}

function presentGuard(guard: Guard): CompareWire['guard'] {
  return {
    ok: guard.ok,
    effectiveFeePct: guardFeePct(guard),
    ...(guard.fee === null ? {} : { effectiveFeeBasis: guard.fee.basis }),
    thresholdPct: guard.thresholdBps / 100,
    recommendedMinInput: guard.recommendedMinInput.toString(),
  };
}

function presentFirstParty({
  rail,
  output,
  bestThirdParty,
  advantageBps,
  isCheaper,
}: FirstParty): CompareWire['firstParty'] {
  return {
    rail: rail ?? '',
    estOut: output.toString(),
    bestThirdParty:
      bestThirdParty === null
        ? null
        : { rail: bestThirdParty.rail, estOut: bestThirdParty.output.toString() },
    advantageBps,
    cheaper: isCheaper,
  };
}

type ScorecardWire = z.input<typeof scorecardAnswer>;
type RailWire = ScorecardWire['rails'][number];

const note =
  'From our own receipts, sandbox routes and transfers the payer never paid left out. A miss is a delivery below the quoted output, by a unit or more.';

export function presentScorecard({ windowDays, rails }: Scorecard): ScorecardWire {
  return {
    window: `${windowDays}d`,
    rails: rails.map((one) => ({
      rail: one.rail,
      ...presentScore(one),
      times: one.times.map(({ upToSec, count }) => ({ upToSeconds: upToSec, count })),
      lanes: one.lanes.map(presentLane),
    })),
    note,
  };
}

function presentLane(score: LaneScore): RailWire['lanes'][number] {
  const { lane, deliveredBps } = score;
  return {
    fromChain: chainToWire(lane.from),
    toChain: chainToWire(lane.to),
    ...presentScore(score),
    quotedToDelivered: deliveredBps,
  };
}

function presentScore({
  samples,
  missRateBps,
  failRateBps,
  medianSec,
}: RailScore | LaneScore): Omit<RailWire, 'rail' | 'times' | 'lanes'> {
  return {
    samples,
    missRatePct: missRateBps / 100,
    failRatePct: failRateBps / 100,
    medianSeconds: medianSec,
  };
}

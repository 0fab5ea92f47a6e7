import {
  type ComparedRail,
  type Comparison,
  effectiveFeePct,
  type FirstParty,
  type Guard,
  guardFeePct,
  type RailRefusal,
} from '@interline/core/transfer';
import { chainToWire, type QuoteRequest } from '@interline/kernel';
import type { compareAnswer } from './compare-schema.ts';
import type * as z from 'zod';

type CompareWire = z.input<typeof compareAnswer>;
type QuoteWire = CompareWire['quotes'][number];

export function writeComparison(
  { priced, refusals, guard, firstParty, isCached }: Comparison,
  { lane, to }: QuoteRequest,
): CompareWire {
  const quotes = [
    ...priced.map((offer, rank) => writePriced(offer, rank === 0)),
    ...refusals.map(writeRefused),
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
    guard: writeGuard(guard),
    cached: isCached,
    firstParty: writeFirstParty(firstParty),
  };
}

function writePriced(
  { quote, effectiveFee, qualityScore }: ComparedRail,
  best: boolean,
): QuoteWire {
  return {
    rail: quote.rail,
    ok: true,
    estOut: quote.output.toString(),
    etaSeconds: quote.durationSec,
    best,
    effectiveFeePct: effectiveFeePct(effectiveFee),
    effectiveFeeBasis: effectiveFee.basis,
    qualityScore,
    quoteOnly: quote.kind === 'indicative',
    bridge: quote.bridge,
    minOut: quote.minOutput.toString(),
    fee: quote.fee.toString(),
    ...(quote.kind === 'indicative' ? { reason: quote.reason } : {}),
  };
}

function writeRefused({ rail, code, reason, minInput }: RailRefusal): QuoteWire {
  return {
    rail,
    ok: false,
    estOut: '0',
    etaSeconds: 0,
    best: false,
    effectiveFeePct: 0,
    qualityScore: 0,
    quoteOnly: false,
    errorCode: code,
    reason,
    ...(minInput === undefined ? {} : { minInput: minInput.toString() }),
  };
}

function writeGuard(guard: Guard): CompareWire['guard'] {
  return {
    ok: guard.ok,
    effectiveFeePct: guardFeePct(guard),
    ...(guard.fee === null ? {} : { effectiveFeeBasis: guard.fee.basis }),
    thresholdPct: guard.thresholdBps / 100,
    recommendedMinInput: guard.recommendedMinInput.toString(),
  };
}

function writeFirstParty({
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

import type { LaneScore, RailScore, Scorecard } from '@interline/core/transfer';
import { chainToWire } from '@interline/kernel';
import type { scorecardAnswer } from './scorecard-schema.ts';
import type * as z from 'zod';

type ScorecardWire = z.input<typeof scorecardAnswer>;
type RailWire = ScorecardWire['rails'][number];

const note =
  'From our own receipts, sandbox routes and transfers the payer never paid left out. A miss is a delivery below the quoted output, by a unit or more.';

export function writeScorecard({ windowDays, rails }: Scorecard): ScorecardWire {
  return {
    window: `${windowDays}d`,
    rails: rails.map((one) => ({
      rail: one.rail,
      ...writeScore(one),
      lanes: one.lanes.map(writeLane),
    })),
    note,
  };
}

function writeLane(score: LaneScore): RailWire['lanes'][number] {
  const { lane, deliveredBps } = score;
  return {
    fromChain: chainToWire(lane.from),
    toChain: chainToWire(lane.to),
    ...writeScore(score),
    quotedToDelivered: deliveredBps,
  };
}

function writeScore({
  samples,
  missRateBps,
  failRateBps,
  medianSec,
}: RailScore | LaneScore): Omit<RailWire, 'rail' | 'lanes'> {
  return {
    samples,
    missRatePct: missRateBps / 100,
    failRatePct: failRateBps / 100,
    medianSeconds: medianSec,
  };
}

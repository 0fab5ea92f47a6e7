import type { Lane, Quote } from '@interline/kernel';

/** How an engine's transfers on a lane ended, from our own receipts. */
export interface RailRecord {
  /** Transfers that have ended, delivered or not. */
  readonly samples: number;
  /** Of those delivered, how many brought less than was quoted; in hundredths of a percent. */
  readonly missRateBps: number;
  /** From the accepted order to the money seen there; half of the delivered ones were faster. */
  readonly medianSec: number;
  /** Of all that ended, how many were not delivered; in hundredths of a percent. */
  readonly failRateBps: number;
}

export interface TrackRecord {
  /** By the engine's name; null where it was never used on the lane. */
  record(rail: string, lane: Lane): Promise<RailRecord | null>;
}

const outputPoints = 60;
const timePoints = 20;
const recordPoints = 20;
/** An offer this far below the best output gets no points for its own. */
const worstShortfallBps = 500;
/** A transfer that takes this long gets half the points for time. */
const halfTimeSec = 300;
/** A record's median counts from this many transfers on; before that, the quoted duration. */
const tellingSamples = 10;
/**
 * Every record starts with this many imagined transfers, half of them good, so that two good ones
 * prove nothing.
 */
const priorSamples = 10;

/**
 * How good an offer is for the request, a whole number from 0 to 100, the sum of three parts
 * rounded:
 * - output: 60 for the best offer's output or more, 12 less for every percent below it
 * - time: 20 x 300 / (300 + seconds), the record's median from 10 transfers on, else the quoted
 *   duration
 * - record: 20 x (samples x kept + 5) / (samples + 10), where kept = (1 - fail rate) x (1 - miss
 *   rate); an engine without samples gets 10
 */
export function qualityScore(quote: Quote, best: Quote, record: RailRecord | null): number {
  return Math.round(outputPart(quote, best) + timePart(quote, record) + recordPart(record));
}

function outputPart({ output }: Quote, best: Quote): number {
  if (output >= best.output) return outputPoints;
  const shortfallBps = Number(((best.output - output) * 10_000n) / best.output);
  return outputPoints * (1 - Math.min(shortfallBps, worstShortfallBps) / worstShortfallBps);
}

function timePart({ durationSec }: Quote, record: RailRecord | null): number {
  const sec = record !== null && record.samples >= tellingSamples ? record.medianSec : durationSec;
  return (timePoints * halfTimeSec) / (halfTimeSec + sec);
}

function recordPart(record: RailRecord | null): number {
  const { samples, missRateBps, failRateBps } = record ?? {
    samples: 0,
    missRateBps: 0,
    failRateBps: 0,
  };
  const kept = (1 - failRateBps / 10_000) * (1 - missRateBps / 10_000);
  return (recordPoints * (samples * kept + priorSamples / 2)) / (samples + priorSamples);
}

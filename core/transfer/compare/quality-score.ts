import type { Lane, Quote } from '@interline/kernel';

/** How an engine's transfers on a lane ended, from our own receipts. */
export interface RailRecord {
  /** Ended transfers, delivered or not. */
  readonly samples: number;
  /** Share of delivered transfers that brought less than quoted, in hundredths of a percent. */
  readonly missRateBps: number;
  /** Median time of delivered transfers, from the accepted order to the arrival. */
  readonly medianSec: number;
  /** Share of ended transfers that were not delivered, in hundredths of a percent. */
  readonly failRateBps: number;
}

export interface TrackRecord {
  /** By engine name; null if it was never used on the lane. */
  record(rail: string, lane: Lane): Promise<RailRecord | null>;
}

const outputPoints = 60;
const timePoints = 20;
const recordPoints = 20;
/** An offer this far below the best output gets no points for output. */
const worstShortfallBps = 500;
/** A transfer with this duration gets half the points for time. */
const halfTimeSec = 300;
/**
 * A record's median counts from this many transfers on; before that, the quoted duration counts.
 */
const tellingSamples = 10;
/**
 * Every record starts with this many virtual transfers, half of them good, so that two good ones
 * prove nothing.
 */
const priorSamples = 10;

/**
 * The quality of an offer for the request: an integer from 0 to 100, the rounded sum of three
 * parts.
 *
 * - output: 60 for the best offer's output or more, 12 less for every percent below it
 * - time: 20 x 300 / (300 + seconds), with the record's median from 10 transfers on, else the
 *   quoted duration
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

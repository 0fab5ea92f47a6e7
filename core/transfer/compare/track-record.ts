import type { Lane } from '@interline/kernel';

/** What became of the transfers that a way was given on a lane, from our own receipts. */
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
  /** By the way's own name; null where it was never used on the lane. */
  record(rail: string, lane: Lane): Promise<RailRecord | null>;
}

/** A deployment that keeps no records: every way stands where a new one does. */
export const noTrackRecord: TrackRecord = { record: () => Promise.resolve(null) };

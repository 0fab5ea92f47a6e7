import type { Lane } from '@interline/kernel';
import type { Clock } from '@interline/ports';
import type { TransferReads, TransferRecord } from '../repository.ts';
import type { RailRecord, TrackRecord } from './quality-score.ts';

/**
 * How the transfers of the window ended, newest first. Returns the same array until the store is
 * read again.
 */
export type TransferHistory = () => Promise<readonly TransferRecord[]>;

export const historyWindowDays = 30;
/** If more transfers ended in the window, the newest count. */
const mostRecords = 5_000;

const windowMs = historyWindowDays * 86_400_000;
const freshMs = 30_000;

/** Reads the store at most every 30 s, once for all callers. Throws `STORE_DOWN`. */
export function transferHistory({
  store,
  clock,
}: {
  readonly store: {
    readonly reads: { readonly transfers: Pick<TransferReads, 'transferRecords'> };
  };
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
}): TransferHistory {
  let latest: { readonly records: readonly TransferRecord[]; readonly at: number } | null = null;
  let flight: Promise<readonly TransferRecord[]> | null = null;
  const read = async (): Promise<readonly TransferRecord[]> => {
    const records = await store.reads.transfers.transferRecords(
      clock.now() - windowMs,
      mostRecords,
    );
    latest = { records, at: clock.monotonic() };
    return records;
  };
  return async () => {
    if (latest !== null && clock.monotonic() - latest.at < freshMs) return latest.records;
    flight ??= read().finally(() => {
      flight = null;
    });
    return flight;
  };
}

/** The track record for comparisons, from the same transfers as the scorecard. */
export function keptTrackRecord(history: TransferHistory): TrackRecord {
  let scored: {
    readonly of: readonly TransferRecord[];
    readonly byOffer: ReadonlyMap<string, RailRecord>;
  } | null = null;
  return {
    async record(rail, lane) {
      const records = await history();
      if (scored?.of !== records) scored = { of: records, byOffer: scoresOf(records) };
      return scored.byOffer.get(offerKey(rail, lane)) ?? null;
    },
  };
}

function scoresOf(records: readonly TransferRecord[]): ReadonlyMap<string, RailRecord> {
  const byOffer = Map.groupBy(records, ({ rail, lane }) => offerKey(rail, lane));
  return new Map(
    [...byOffer].map(([key, ended]) => {
      const { samples, missRateBps, failRateBps, medianSec } = scoreOf(ended);
      return [key, { samples, missRateBps, failRateBps, medianSec: medianSec ?? 0 }];
    }),
  );
}

function offerKey(rail: string, { from, to }: Lane): string {
  return `${rail} ${from} ${to}`;
}

export interface DeliveryScore {
  /** Ended transfers, delivered or not. */
  readonly samples: number;
  /**
   * Share of delivered transfers that brought less than quoted, by a unit or more; in hundredths of
   * a percent, rounded up.
   */
  readonly missRateBps: number;
  /**
   * Share of all that were refunded, or arrived in another token or below the agreed minimum;
   * rounded up.
   */
  readonly failRateBps: number;
  /**
   * Median time from the accepted order to its end, of delivered transfers; of failed ones only if
   * none was delivered; null without samples.
   */
  readonly medianSec: number | null;
  /**
   * Average share of the quoted output that arrived, over transfers that brought anything, with two
   * decimals and rounded down; null if none did.
   */
  readonly deliveredBps: number | null;
}

export function scoreOf(records: readonly TransferRecord[]): DeliveryScore {
  const delivered = records.filter(({ outcome }) => outcome !== 'failed');
  const missed = delivered.filter(({ outcome }) => outcome === 'missed');
  return {
    samples: records.length,
    missRateBps: rateBps(missed.length, delivered.length),
    failRateBps: rateBps(records.length - delivered.length, records.length),
    medianSec: medianSec(delivered.length > 0 ? delivered : records),
    deliveredBps: averageBps(records.filter((one) => one.delivered > 0n && one.quoted > 0n)),
  };
}

function rateBps(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.ceil((part * 10_000) / whole);
}

/** In tenths of a second; the mean of the middle two for an even number. */
function medianSec(records: readonly TransferRecord[]): number | null {
  const sorted = records.map(({ tookMs }) => tookMs).sort((a, b) => a - b);
  const [upper, lower] = [sorted[sorted.length >> 1], sorted[(sorted.length - 1) >> 1]];
  return upper === undefined || lower === undefined ? null : Math.round((upper + lower) / 200) / 10;
}

/** Sums hundredths of a bps, so that only counts become a `number`. */
function averageBps(records: readonly TransferRecord[]): number | null {
  if (records.length === 0) return null;
  const sum = records.reduce(
    (total, { delivered, quoted }) => total + (delivered * 1_000_000n) / quoted,
    0n,
  );
  return Number(sum / BigInt(records.length)) / 100;
}

import type { Lane } from '@interline/kernel';
import type { DeliveryRecord } from '../repository.ts';
import type { DeliveryHistory } from './delivery-history.ts';
import { scoreOf } from './score-of.ts';
import type { RailRecord, TrackRecord } from './track-record.ts';

/** The track record that comparisons go by, from the same transfers as the scorecard. */
export function keptTrackRecord(history: DeliveryHistory): TrackRecord {
  let scored: {
    readonly of: readonly DeliveryRecord[];
    readonly byWay: ReadonlyMap<string, RailRecord>;
  } | null = null;
  return {
    async record(rail, lane) {
      const records = await history();
      if (scored?.of !== records) scored = { of: records, byWay: scoresOf(records) };
      return scored.byWay.get(wayKey(rail, lane)) ?? null;
    },
  };
}

function scoresOf(records: readonly DeliveryRecord[]): ReadonlyMap<string, RailRecord> {
  const byWay = Map.groupBy(records, ({ rail, lane }) => wayKey(rail, lane));
  return new Map(
    [...byWay].map(([key, ended]) => {
      const { samples, missRateBps, failRateBps, medianSec } = scoreOf(ended);
      return [key, { samples, missRateBps, failRateBps, medianSec: medianSec ?? 0 }];
    }),
  );
}

function wayKey(rail: string, { from, to }: Lane): string {
  return `${rail} ${from} ${to}`;
}

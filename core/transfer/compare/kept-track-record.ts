import type { Lane } from '@interline/kernel';
import type { TransferRecord } from '../repository.ts';
import type { TransferHistory } from './transfer-history.ts';
import { scoreOf } from './score-of.ts';
import type { RailRecord, TrackRecord } from './track-record.ts';

/** The track record that comparisons go by, from the same transfers as the scorecard. */
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

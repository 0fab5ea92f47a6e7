import type { Clock } from '@interline/ports';
import type { TransferRecord } from '../repository.ts';
import type { TransferHistory } from './transfer-history.ts';

/** How the transfers of one interval ended. */
export interface SeriesSlot {
  readonly fromMs: number;
  readonly delivered: number;
  /** How many of the delivered ones brought less than quoted. */
  readonly missed: number;
  readonly failed: number;
  /** Median and 95th percentile of its delivery times; null without deliveries. */
  readonly medianMs: number | null;
  readonly mostMs: number | null;
}

export interface Series {
  readonly slotMs: number;
  /** Oldest first, without gaps; the last one is still running. */
  readonly slots: readonly SeriesSlot[];
}

export const seriesSpans = ['1d', '7d', '30d'] as const;
export type SeriesSpan = (typeof seriesSpans)[number];

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Few enough slots for a chart. */
const scales: Readonly<Record<SeriesSpan, { readonly slotMs: number; readonly slots: number }>> = {
  '1d': { slotMs: 15 * minuteMs, slots: 96 },
  '7d': { slotMs: 2 * hourMs, slots: 84 },
  '30d': { slotMs: 12 * hourMs, slots: 60 },
};

/**
 * How transfers ended and how long they took, slot by slot, from our own receipts. At most 30 s
 * old.
 */
export type ReadSeries = (span: SeriesSpan) => Promise<Series>;

export function readSeries(history: TransferHistory, clock: Pick<Clock, 'now'>): ReadSeries {
  return async (span) => {
    const { slotMs, slots } = scales[span];
    const last = Math.floor(clock.now() / slotMs);
    const bySlot = Map.groupBy(await history(), ({ atMs }) => Math.floor(atMs / slotMs));
    return {
      slotMs,
      slots: Array.from({ length: slots }, (_, at) => {
        const slot = last - slots + 1 + at;
        return slotOf(slot * slotMs, bySlot.get(slot) ?? []);
      }),
    };
  };
}

function slotOf(fromMs: number, records: readonly TransferRecord[]): SeriesSlot {
  const delivered = records.filter(({ outcome }) => outcome !== 'failed');
  const took = delivered.map(({ tookMs }) => tookMs).sort((a, b) => a - b);
  return {
    fromMs,
    delivered: delivered.length,
    missed: delivered.filter(({ outcome }) => outcome === 'missed').length,
    failed: records.length - delivered.length,
    medianMs: took[Math.ceil(took.length / 2) - 1] ?? null,
    mostMs: took[Math.ceil((took.length * 19) / 20) - 1] ?? null,
  };
}

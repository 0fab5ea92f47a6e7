import type { Lane } from '@interline/kernel';
import type { Clock } from '@interline/ports';
import type { TransferHistory } from '../transfer/index.ts';

export interface CorridorBucket {
  readonly fromMs: number;
  readonly n: number;
  /**
   * The share of ended transfers that delivered at least what was agreed; two decimals, rounded down.
   */
  readonly okRate: number;
  /** The most that half of the deliveries cost and took, and 19 of 20; null without any. */
  readonly p50FeeBps: number | null;
  readonly p50Sec: number | null;
  readonly p95Sec: number | null;
}

export interface CorridorQuestion {
  readonly lane: Lane;
  /** The symbol of both sides. */
  readonly token: string;
  readonly hours: number;
}

/** How transfers of a lane and a token ended, from our own records. At most 30 s old. */
export type ReadCorridor = (question: CorridorQuestion) => Promise<readonly CorridorBucket[]>;

/** One length for every question: the difference of two lengths would reveal what a bucket hides. */
export const bucketHours = 6;
/** With fewer, a bucket would reveal single transfers. */
const leastShown = 10;

const bucketMs = bucketHours * 3_600_000;

export function readCorridor(
  readHistory: TransferHistory,
  clock: Pick<Clock, 'now'>,
): ReadCorridor {
  return async ({ lane, token, hours }) => {
    // The running bucket is left out: read repeatedly, it would reveal each transfer as it ends.
    const running = Math.floor(clock.now() / bucketMs);
    const first = running - Math.ceil(hours / bucketHours);
    const ended = (await readHistory()).filter(
      (one) => one.token === token && one.lane.from === lane.from && one.lane.to === lane.to,
    );
    const byBucket = Map.groupBy(ended, ({ atMs }) => Math.floor(atMs / bucketMs));
    return [...byBucket]
      .filter(([at, records]) => at >= first && at < running && records.length >= leastShown)
      .sort(([a], [b]) => a - b)
      .map(([at, records]) => {
        const good = records.filter(({ outcome }) => outcome !== 'failed');
        const took = good.map(({ tookMs }) => tookMs / 1_000).sort((a, b) => a - b);
        const costs = good
          .flatMap(({ costBps }) => (costBps === null ? [] : [costBps]))
          .sort((a, b) => a - b);
        return {
          fromMs: at * bucketMs,
          n: records.length,
          okRate: Math.floor((good.length * 100) / records.length) / 100,
          p50FeeBps: atShare(costs, 0.5),
          p50Sec: atShare(took, 0.5),
          p95Sec: atShare(took, 0.95),
        };
      });
  };
}

function atShare(sorted: readonly number[], share: number): number | null {
  return sorted[Math.ceil(sorted.length * share) - 1] ?? null;
}

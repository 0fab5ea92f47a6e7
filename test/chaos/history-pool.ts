import { Worker } from 'node:worker_threads';
import type { HistoryLength } from '../support/model/hostile-run.ts';
import type { JudgedHistory } from './history-process.ts';

/** A history that is not over by then hangs; the longest takes a second, and shrinking one 20. */
const hangsAfterMs = 120_000;

interface Range {
  readonly from: number;
  readonly count: number;
  readonly signal: AbortSignal;
}

export interface HistoryPool {
  /** Runs the histories of these seeds; resolves to the first seed that was not begun. */
  run(range: Range, onJudged: (judged: JudgedHistory) => void): Promise<number>;
  close(): Promise<void>;
}

/** Threads that run one history at a time each, on a store of their own. */
export function historyPool({
  workers,
  length,
}: {
  readonly workers: number;
  readonly length: HistoryLength;
}): HistoryPool {
  const born = (): Worker =>
    new Worker(new URL('./history-process.ts', import.meta.url), { workerData: { length } });
  const all = Array.from({ length: workers }, born);

  /** By the worker in that place, which is replaced where it hangs or falls. */
  async function judge(place: number, seed: number): Promise<JudgedHistory> {
    const worker = (all[place] ??= born());
    const failed = (why: string): JudgedHistory => ({ seed, wrong: [why], ends: [], steps: [] });
    const judged = Promise.withResolvers<JudgedHistory>();
    const hangs = setTimeout(() => judged.resolve(failed('the history hangs')), hangsAfterMs);
    const fell = (error: unknown): void =>
      judged.resolve(failed(error instanceof Error ? (error.stack ?? error.message) : 'it exits'));
    worker.once('message', judged.resolve);
    worker.once('error', fell);
    worker.once('exit', fell);
    worker.postMessage(seed);
    const result = await judged.promise;
    clearTimeout(hangs);
    worker.off('message', judged.resolve).off('error', fell).off('exit', fell);
    if (result.wrong.length > 0 && result.steps.length === 0) {
      await worker.terminate();
      all[place] = born();
    }
    return result;
  }

  return {
    async run({ from, count, signal }, onJudged) {
      let next = from;
      await Promise.all(
        all.map(async (_worker, place) => {
          while (next < from + count && !signal.aborted) {
            const seed = next;
            next += 1;
            onJudged(await judge(place, seed));
          }
        }),
      );
      return next;
    },
    async close() {
      await Promise.all(
        all.map(async (worker) => {
          const gone = new Promise((resolve) => worker.once('exit', resolve));
          worker.postMessage(null);
          await gone;
        }),
      );
    },
  };
}

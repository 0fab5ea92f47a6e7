import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { type HistoryLength, historyOf, runHistory, shrunk } from '../support/model/hostile-run.ts';
import { openStoreBench } from '../support/model/store-bench.ts';

/** A history that was run, as its worker tells it. */
export interface JudgedHistory {
  readonly seed: number;
  readonly wrong: readonly string[];
  readonly ends: readonly string[];
  /** The fewest that still go wrong, with what they happen in; none where nothing is wrong. */
  readonly steps: readonly string[];
}

if (!isMainThread) await serve();

/** Runs the history of each seed that it is sent. */
async function serve(): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error('a worker has a parent');
  // CAST: given by `historyPool`.
  const { length } = workerData as { readonly length: HistoryLength };
  const bench = await openStoreBench();
  port.on('message', (seed: number | null) => {
    if (seed === null) {
      port.close();
      void bench.close();
      return;
    }
    void judge(seed).then((judged) => port.postMessage(judged));
  });

  async function judge(seed: number): Promise<JudgedHistory> {
    const history = historyOf(seed, length);
    const told = await runHistory(bench, history);
    if (told.wrong.length === 0) return { seed, ...told, steps: [] };
    const { setting, steps } = await shrunk(bench, history);
    const least = await runHistory(bench, { setting, steps });
    return {
      seed,
      wrong: [...new Set([...told.wrong, ...least.wrong])],
      ends: [],
      steps: [JSON.stringify(setting), ...steps.map((one) => JSON.stringify(one))],
    };
  }
}

import { type Dialect, openStoreOn } from '@interline/adapters/store';
import type { Logger } from 'typeorm';
import { percentiles } from '../load/percentiles.ts';
import type { Question } from './questions.ts';

export interface Answered {
  readonly name: string;
  readonly when: string;
  readonly p50Ms: number;
  readonly maxMs: number;
  /** The most that one turn of the event loop computed for. */
  readonly heldMs: number;
  readonly statements: number;
  /** How the database goes about each distinct statement that reads a whole table; empty for none. */
  readonly scans: readonly string[];
}

type Explain = (sql: string, parameters: readonly unknown[]) => Promise<readonly string[]>;

/** Asks each question so often; the first answer, which fills caches, is not counted. */
const timesAsked = 5;
/** Above this a question is asked once more only. */
const slowMs = 1_000;

/** Asks the questions of a store one after another, as its only user. */
export async function measureQuestions(
  dialect: Dialect,
  questions: readonly Question[],
  explain: Explain,
): Promise<readonly Answered[]> {
  const seen: { readonly sql: string; readonly parameters: readonly unknown[] }[] = [];
  const store = await openStoreOn(
    { ...dialect, reader: { ...dialect.reader, logging: true, logger: keptBy(seen) } },
    {},
  );
  try {
    const answered: Answered[] = [];
    for (const { name, when, ask } of questions) {
      seen.length = 0;
      const firstMs = await timeOf(() => ask(store.reads));
      const asked = [...seen];
      const samples: number[] = [];
      const holds: number[] = [];
      for (let left = firstMs > slowMs ? 1 : timesAsked; left > 0; left -= 1) {
        holds.push(
          await longestHoldMs(async () => {
            samples.push(await timeOf(() => ask(store.reads)));
          }),
        );
      }
      const distinct = [...new Map(asked.map((one) => [one.sql, one])).values()];
      const scans: string[] = [];
      for (const { sql, parameters } of distinct) scans.push(...(await explain(sql, parameters)));
      answered.push({
        name,
        when,
        p50Ms: percentiles(samples).p50,
        maxMs: Math.max(...samples),
        heldMs: Math.max(...holds),
        statements: asked.length,
        scans,
      });
    }
    return answered;
  } finally {
    await store.close();
  }
}

function keptBy(seen: { sql: string; parameters: readonly unknown[] }[]): Logger {
  const ignore = (): void => undefined;
  return {
    logQuery: (sql, parameters) => {
      seen.push({ sql, parameters: Array.isArray(parameters) ? parameters : [] });
    },
    logQueryError: ignore,
    logQuerySlow: ignore,
    logSchemaBuild: ignore,
    logMigration: ignore,
    log: ignore,
  };
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}

/**
 * Turns of the event loop while the work runs: the most that one of them computed for, in
 * milliseconds of the processor, because a machine that is shared makes any turn wait.
 */
export async function longestHoldMs(work: () => Promise<void>): Promise<number> {
  let isOver = false;
  let longestMs = 0;
  let last = process.threadCpuUsage();
  const look = (): void => {
    const { user, system } = process.threadCpuUsage(last);
    longestMs = Math.max(longestMs, (user + system) / 1_000);
    last = process.threadCpuUsage();
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  await new Promise((resolve) => setImmediate(resolve));
  try {
    await work();
  } finally {
    look();
    isOver = true;
  }
  return longestMs;
}

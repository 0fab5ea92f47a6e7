import type { TestPostgres } from '../../support/postgres.ts';

/** What the database was at while routes ran. */
export interface DatabaseSeen {
  /** Most at once, of all processes of the service. */
  readonly connections: number;
  /** Of those at work or waiting, what they waited for, by its share; nothing stands for the processor. */
  readonly waits: readonly { readonly what: string; readonly share: number }[];
  /** On average at once in a statement or between two of a transaction. */
  readonly busy: number;
}

interface Sampled {
  readonly waiting: string;
  readonly state: string;
  readonly count: string;
}

const everyMs = 40;

/** Looks 25 times a second until it is stopped. */
export function watchDatabase(postgres: TestPostgres): { stop(): Promise<DatabaseSeen> } {
  const stopped = new AbortController();
  const waits = new Map<string, number>();
  let samples = 0;
  let connections = 0;
  const look = async (): Promise<void> => {
    const rows = await postgres.query<Sampled & { [column: string]: unknown }>(
      `SELECT coalesce(wait_event_type || ':' || wait_event, 'processor') AS waiting, state, count(*) AS count
         FROM pg_stat_activity WHERE application_name LIKE 'interline%' GROUP BY 1, 2`,
    );
    samples += 1;
    connections = Math.max(
      connections,
      rows.reduce((sum, { count }) => sum + Number(count), 0),
    );
    for (const { waiting, state, count } of rows) {
      if (state === 'idle') continue;
      const what = state === 'active' ? waiting : 'its process, within a transaction';
      waits.set(what, (waits.get(what) ?? 0) + Number(count));
    }
  };
  const looking = (async () => {
    while (!stopped.signal.aborted) {
      await look();
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  })();
  return {
    async stop() {
      stopped.abort();
      await looking;
      const all = [...waits.values()].reduce((sum, count) => sum + count, 0);
      return {
        connections,
        busy: samples === 0 ? 0 : all / samples,
        waits: [...waits]
          .map(([what, count]) => ({ what, share: count / all }))
          .sort((a, b) => b.share - a.share),
      };
    },
  };
}

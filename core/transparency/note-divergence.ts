import type { LogRecord, LogStore } from './repository.ts';

/** Keeps since when a log cannot go on under its name, and forgets it with null. */
export async function noteDivergence(
  store: LogStore,
  { path, origin }: Pick<LogRecord, 'path' | 'origin'>,
  atMs: number | null,
): Promise<void> {
  const records = await store.reads.logs.logRecords();
  const known = records.find((one) => one.path === path)?.divergedAtMs ?? null;
  if ((known === null) === (atMs === null)) return;
  await store.run('note-log-divergence', ({ logs }) =>
    logs.noteDivergence({ path, origin, divergedAtMs: atMs }),
  );
}

/** Logs that cannot go on under the names that they have now. */
export function divergedIn(records: readonly LogRecord[]): readonly LogRecord[] {
  return records.filter(
    ({ origin, divergedAtMs }) =>
      divergedAtMs !== null && !records.some(({ begun }) => begun?.after === origin),
  );
}

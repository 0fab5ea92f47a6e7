import type { LogRecord, LogStore } from './repository.ts';

/** Records since when a log cannot continue under its name; null clears it. */
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

/** Logs that cannot continue under their current names. */
export function divergedIn(records: readonly LogRecord[]): readonly LogRecord[] {
  return records.filter(
    ({ origin, divergedAtMs }) =>
      divergedAtMs !== null && !records.some(({ begun }) => begun?.after === origin),
  );
}

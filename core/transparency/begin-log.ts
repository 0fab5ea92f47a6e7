import { RelayError } from '@interline/kernel';
import type { TransparencyLogPort } from '@interline/ports';
import { openLogBeside, type OpenParts, pathOf } from './open-logs.ts';
import type { LogRecord } from './repository.ts';

interface BeginParts extends OpenParts {
  readonly transparencyLog: Pick<TransparencyLogPort, 'createIdentity' | 'quorum' | 'witnesses'>;
}

/** A log that is to be begun again. */
export interface NewLog extends Pick<LogRecord, 'path' | 'origin'> {
  /** The previous log's name, and how many of its leaves the new one starts with. */
  readonly after: string;
  readonly size: number;
  /** Since when witnesses remember leaves that the store lacks; null without witnesses. */
  readonly divergedAtMs: number | null;
  /** The witnesses that must add the new name before they cosign it. */
  readonly witnesses: readonly string[];
}

/**
 * The continuation of a log that cannot continue under its name: a log with the next number that
 * starts with the stored leaves. Throws `WRONG_STATE` if it has witnesses and none of them
 * remembers other leaves.
 */
export async function planNewLog(parts: BeginParts, kind: string, size: number): Promise<NewLog> {
  const { store, transparencyLog } = parts;
  const { origin, path, beginnings } = await openLogBeside(parts, kind);
  const records = await store.reads.logs.logRecords();
  const divergedAtMs = records.find((one) => one.path === path)?.divergedAtMs ?? null;
  if (divergedAtMs === null && transparencyLog.quorum > 0)
    throw new RelayError(
      'WRONG_STATE',
      { field: 'log' },
      `the log ${path} goes on as it is: no witness remembers leaves of it that the store does not have`,
    );
  const next = pathOf(kind, beginnings.length + 2);
  return {
    path: next,
    origin: `${origin.slice(0, -path.length)}${next}`,
    after: origin,
    size,
    divergedAtMs,
    witnesses: transparencyLog.witnesses.map(({ name }) => name),
  };
}

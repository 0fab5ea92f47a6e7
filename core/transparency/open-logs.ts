import type { LogIdentity, TransparencyLogPort } from '@interline/ports';
import type { LogBeginning, LogRecord, LogStore } from './repository.ts';

export interface OpenParts {
  readonly store: LogStore;
  readonly transparencyLog: Pick<TransparencyLogPort, 'createIdentity'>;
}

/** A log beside the mint's, under its current name. */
export interface OpenLog extends LogIdentity {
  /** Its path below the mint's name: its kind, with a number once it was begun again. */
  readonly path: string;
  /** Its new beginnings, oldest first. */
  readonly beginnings: readonly LogBeginning[];
}

/**
 * The identity of the logs: their keys, created if missing, under the mint log's name. Asks no
 * witness, so that witnesses can add the log first. Throws `STORE_DOWN`.
 */
export async function openLogs({ store, transparencyLog }: OpenParts): Promise<LogIdentity> {
  const known = await store.reads.logs.identity();
  if (known !== null) return known;
  const made = transparencyLog.createIdentity();
  await store.run('open-logs', ({ logs }) => logs.keepIdentity(made));
  return (await store.reads.logs.identity()) ?? made;
}

/** A log beside the mint's, with the same keys and a name below the mint's. */
export async function openLogBeside(parts: OpenParts, kind: string): Promise<OpenLog> {
  const [identity, records] = await Promise.all([
    openLogs(parts),
    parts.store.reads.logs.logRecords(),
  ]);
  const beginnings = beginningsOf(records, kind);
  const path = pathOf(kind, beginnings.length + 1);
  return { ...identity, origin: `${identity.origin}/${path}`, path, beginnings };
}

export function pathOf(kind: string, number: number): string {
  return number === 1 ? kind : `${kind}/${number}`;
}

function beginningsOf(records: readonly LogRecord[], kind: string): readonly LogBeginning[] {
  const found: LogBeginning[] = [];
  for (;;) {
    const path = pathOf(kind, found.length + 2);
    const begun = records.find((one) => one.path === path)?.begun ?? null;
    if (begun === null) return found;
    found.push(begun);
  }
}

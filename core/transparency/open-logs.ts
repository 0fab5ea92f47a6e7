import type { LogIdentity, TransparencyLogPort } from '@interline/ports';
import type { LogBeginning, LogRecord, LogStore } from './repository.ts';

export interface OpenParts {
  readonly store: LogStore;
  readonly transparencyLog: Pick<TransparencyLogPort, 'createIdentity'>;
}

/** A log beside the mint's, as it is called now. */
export interface OpenLog extends LogIdentity {
  /** Its name below the mint's: that of its kind, with a number once it was begun anew. */
  readonly path: string;
  /** How often it was begun anew, the first time first. */
  readonly beginnings: readonly LogBeginning[];
}

/**
 * Who keeps the logs: the keys, made where there are none, under the name of the mint's log. Asks no
 * witness, so that they can add it first. Throws `STORE_DOWN`.
 */
export async function openLogs({ store, transparencyLog }: OpenParts): Promise<LogIdentity> {
  const known = await store.reads.logs.identity();
  if (known !== null) return known;
  const made = transparencyLog.createIdentity();
  await store.run('open-logs', ({ logs }) => logs.keepIdentity(made));
  return (await store.reads.logs.identity()) ?? made;
}

/** A log beside the mint's, by the same keys and under a name below its own. */
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

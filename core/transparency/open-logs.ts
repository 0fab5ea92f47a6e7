import type { LogIdentity, TransparencyLogPort } from '@interline/ports';
import type { LogStore } from './repository.ts';

interface OpenParts {
  readonly store: LogStore;
  readonly transparencyLog: Pick<TransparencyLogPort, 'createIdentity'>;
}

/**
 * Who keeps the logs: the keys, made where there are none, under the name of the mint's log. Asks no
 * witness, so that they may be told of it first. Throws `STORE_DOWN`.
 */
export async function openLogs({ store, transparencyLog }: OpenParts): Promise<LogIdentity> {
  const known = await store.reads.logs.identity();
  if (known !== null) return known;
  const made = transparencyLog.createIdentity();
  await store.run('open-logs', ({ logs }) => logs.keepIdentity(made));
  return (await store.reads.logs.identity()) ?? made;
}

/** A log beside the mint's, by the same keys and under a name below its own. */
export async function openLogBeside(parts: OpenParts, name: string): Promise<LogIdentity> {
  const identity = await openLogs(parts);
  return { ...identity, origin: `${identity.origin}/${name}` };
}

import {
  type NoteKey,
  noteKeyTypes,
  readVerifierKey,
  verifierKey,
} from '@interline/adapters/transparency-log';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { originHash } from './seen-checkpoints.ts';
import { createDurably } from './write-durably.ts';

/** Read with every request, so that one is added while the witness runs. */
export function watchedLogs(folder: string): {
  keyOf(origin: string): Promise<NoteKey | null>;
  /** The log whose name has that hash. */
  originOf(hash: string): Promise<string | null>;
  /** Throws where the log of that name has another key: whoever has both could show two logs. */
  add(vkey: string): Promise<NoteKey>;
} {
  const fileOf = (hash: string): string => join(folder, 'logs', hash);
  const read = async (hash: string): Promise<NoteKey | null> => {
    const text = await readFile(fileOf(hash), 'utf8').catch(() => null);
    return text === null ? null : readVerifierKey(text.trim());
  };
  const keyOf = (origin: string): Promise<NoteKey | null> => read(originHash(origin));
  return {
    keyOf,
    originOf: async (hash) => (await read(hash))?.name ?? null,
    async add(vkey) {
      const key = readVerifierKey(vkey);
      if (key.type !== noteKeyTypes.ed25519)
        throw new Error('this is the key of a witness; wanted that of a log');
      await mkdir(join(folder, 'logs'), { recursive: true, mode: 0o700 });
      const isNew = await createDurably(fileOf(originHash(key.name)), `${verifierKey(key)}\n`);
      const kept = isNew ? key : await keyOf(key.name);
      if (kept === null || verifierKey(kept) !== verifierKey(key))
        throw new Error(`the log ${key.name} is watched by another key`);
      return key;
    },
  };
}

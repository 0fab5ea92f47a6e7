import {
  type NoteKey,
  noteKeyTypes,
  readVerifierKey,
  verifierKey,
} from '@interline/adapters/transparency-log';
import { join } from 'node:path';
import { type Disk, ifThere, thisDisk } from './disk.ts';
import { isOriginHash, originHash } from './seen-checkpoints.ts';
import { createDurably, makeFolderDurably } from './write-durably.ts';

/**
 * Read with every request, so that a log can be added while the witness runs. Throws if the disk
 * fails.
 */
export function watchedLogs(
  folder: string,
  disk: Disk = thisDisk,
): {
  keyOf(origin: string): Promise<NoteKey | null>;
  /**
   * The newest watched log that was begun after this one: the same key's, with a higher number of
   * the same name. Null if there is none.
   */
  successorOf(log: NoteKey): Promise<string | null>;
  /** The log whose name has that hash. */
  originOf(hash: string): Promise<string | null>;
  /**
   * Throws if the log of that name has another key, because a holder of both could show two logs.
   */
  add(vkey: string): Promise<NoteKey>;
} {
  const fileOf = (hash: string): string => join(folder, 'logs', hash);
  const read = async (hash: string): Promise<NoteKey | null> => {
    const text = await ifThere(disk.readFile(fileOf(hash)));
    return text === null ? null : readVerifierKey(text.trim());
  };
  const keyOf = (origin: string): Promise<NoteKey | null> => read(originHash(origin));
  return {
    keyOf,
    async successorOf(log) {
      let newest = log;
      // Sequential, so that a request has one file open.
      for (const hash of (await ifThere(disk.readdir(join(folder, 'logs')))) ?? []) {
        const other = isOriginHash(hash) ? await read(hash) : null;
        if (other !== null && isBegunAfter(other, newest)) newest = other;
      }
      return newest === log ? null : newest.name;
    },
    originOf: async (hash) => (await read(hash))?.name ?? null,
    async add(vkey) {
      const key = readVerifierKey(vkey);
      if (key.type !== noteKeyTypes.ed25519)
        throw new Error('this is the key of a witness; wanted that of a log');
      await makeFolderDurably(join(folder, 'logs'), folder);
      const isNew = await createDurably(fileOf(originHash(key.name)), `${verifierKey(key)}\n`);
      const kept = isNew ? key : await keyOf(key.name);
      if (kept === null || verifierKey(kept) !== verifierKey(key))
        throw new Error(`the log ${key.name} is watched by another key`);
      return key;
    },
  };
}

function isBegunAfter(later: NoteKey, log: NoteKey): boolean {
  const [one, other] = [numbered(later.name), numbered(log.name)];
  return (
    one.name === other.name &&
    one.number > other.number &&
    Buffer.from(later.publicKey).equals(log.publicKey)
  );
}

/** `<log>/2` is the log begun after `<log>`, and `<log>/3` the next one. */
function numbered(origin: string): { readonly name: string; readonly number: number } {
  const [, name = origin, number = '1'] = /^(.+)\/([2-9]|[1-9][0-9]{1,8})$/.exec(origin) ?? [];
  return { name, number: Number(number) };
}

import { RelayError } from '@interline/kernel';
import type { LogTree, TransparencyLogPort } from '@interline/ports';
import { entryBytes } from './log-entry.ts';
import { receiptLog } from './receipt-log.ts';
import type { EvidenceStore, LogHead } from './repository.ts';

export interface ReadLogParts {
  readonly store: EvidenceStore;
  readonly transparencyLog: TransparencyLogPort;
}

/** Hashes, or entries, of one tile (c2sp.org/tlog-tiles). */
const tileWidth = 256;
const hashDigits = 64;

/** What any caller may read of the log, up to the checkpoint that enough witnesses cosigned. */
export function readLog({ store, transparencyLog }: ReadLogParts) {
  const { evidence, logs } = store.reads;
  /** Throws `LOG_BEHIND` before the first checkpoint, or where it is smaller than asked for. */
  const headOf = async (size: number): Promise<LogHead> => {
    const head = await evidence.head('published');
    if (head === null || head.size < size) throw new RelayError('LOG_BEHIND');
    return head;
  };
  const treeOf = ({ path }: LogHead, size: number): LogTree => ({
    size,
    readTile: (level, place) => logs.tile(path, level, place),
  });
  return {
    /** A signed note with the cosignatures below it. Throws `LOG_BEHIND`. */
    checkpoint: async (): Promise<string> => (await headOf(1)).note,

    /**
     * Hashes in base64, at least as many of that tile as were asked for. Throws `LOG_BEHIND`, `NOT_FOUND`.
     */
    async tile(level: number, place: number, width: number): Promise<string> {
      const head = await headOf(1);
      const hashes = Math.floor(head.size / tileWidth ** level);
      if (place * tileWidth + width > hashes) throw new RelayError('NOT_FOUND');
      const kept = await logs.tile(head.path, level, place);
      if (kept === null) throw new RelayError('NOT_FOUND');
      return kept;
    },

    /** The entries of a tile. Throws the same. */
    async tileEntries(place: number, width: number): Promise<readonly Uint8Array[]> {
      const head = await headOf(1);
      const from = place * tileWidth;
      if (from + width > head.size) throw new RelayError('NOT_FOUND');
      return (await evidence.entries(from, width)).map(entryBytes);
    },

    /** From the first to the second size. Throws `LOG_BEHIND`. */
    async consistency(from: number, to: number): Promise<readonly string[]> {
      return transparencyLog.consistencyOf(treeOf(await headOf(to), to), from);
    },

    /** By leaf hash, never by route. Throws `UNKNOWN_RECORD`, `LOG_BEHIND`. */
    async inclusion(leafHash: string) {
      const entry = leafHash.length === hashDigits ? await evidence.entryOf(leafHash) : null;
      if (entry === null) throw new RelayError('UNKNOWN_RECORD', { field: 'leaf' });
      const head = await headOf(entry.place + 1);
      return { index: entry.place, size: head.size, proof: await pathOf(head, entry.place) };
    },

    /**
     * The path of that leaf, and the checkpoint that it leads to; null until the checkpoint covers it.
     */
    async proofOf(place: number) {
      const head = await evidence.head('published');
      if (head === null || head.size <= place) return null;
      return { path: await pathOf(head, place), checkpoint: head.note };
    },

    /** The keys to check the log with. Throws `STORE_DOWN`. */
    async keys() {
      const log = await receiptLog({ store, transparencyLog });
      const { quorum, witnesses } = transparencyLog;
      return { origin: log.origin, vkey: transparencyLog.logKeyOf(log), quorum, witnesses };
    },
  };

  async function pathOf(head: LogHead, place: number): Promise<readonly string[]> {
    const [path = []] = await transparencyLog.inclusionsOf(
      treeOf(head, head.size),
      place,
      place + 1,
    );
    return path;
  }
}

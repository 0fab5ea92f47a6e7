import type { Clock, Log, TransparencyLogPort } from '@interline/ports';
import {
  cosignedBy,
  growLog,
  isGrownFrom,
  type NewLog,
  noteDivergence,
  openLogBeside,
  type OpenLog,
  planNewLog,
} from '../transparency/index.ts';
import { entryBytes } from './log-entry.ts';
import type { EvidenceStore } from './repository.ts';
import { sequenceEntries, type SequenceParts } from './sequence-entries.ts';

export interface ReceiptLogParts extends SequenceParts {
  readonly transparencyLog: TransparencyLogPort;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

export const tickMs = 60_000;
const logName = 'receipts';

/**
 * One tick: gives waiting entries their places, and asks the witnesses to cosign what is not cosigned yet. If
 * it fails on the way, the next tick continues from what was committed.
 */
export function keepReceiptLog(parts: ReceiptLogParts): () => Promise<void> {
  const { store, clock } = parts;
  const readLeaves = leavesOf(store);
  /**
   * The log whose tiles were checked against its entries: a backup is only restored while the service is
   * stopped.
   */
  let examined: string | null = null;
  return async () => {
    const log = await receiptLog(parts);
    if (examined !== log.path && !(await isGrownFrom(parts, log.path, readLeaves)))
      return noteDivergence(store, log, clock.now());
    examined = log.path;
    // Under a new name, or after a process died before its checkpoint, the tiles come first.
    await growLog(parts, log.path, readLeaves);
    await sequenceEntries(parts, log);
    const tree = await growLog(parts, log.path, readLeaves);
    const { evidence } = store.reads;
    const published = await evidence.head('published');
    if (tree.size === 0 || (published?.path === log.path && published.size === tree.size)) return;
    const watched = await cosignedBy(parts, log, {
      tree,
      nowMs: clock.now(),
      leavesNow: () => evidence.logSize(),
    });
    if (watched === null) return;
    const head = { path: log.path, size: tree.size, note: watched.checkpoint };
    const from = published?.path === log.path ? published.size : 0;
    await store.run('publish-checkpoint', async (tx) => {
      await tx.evidence.keepHead({ name: 'published', ...head });
      await tx.evidence.noteMergeDelays({ from, to: tree.size }, clock.now());
    });
  };
}

/** The log beside the mint's, with the same keys. */
export function receiptLog(
  parts: Pick<ReceiptLogParts, 'store' | 'transparencyLog'>,
): Promise<OpenLog> {
  return openLogBeside(parts, logName);
}

/** The log of the next number: all existing entries are its leaves. */
export async function planNewReceiptLog(
  parts: Pick<ReceiptLogParts, 'store' | 'transparencyLog'>,
): Promise<NewLog> {
  return planNewLog(parts, logName, await parts.store.reads.evidence.logSize());
}

function leavesOf({ reads }: EvidenceStore) {
  return async (from: number, limit: number): Promise<readonly Uint8Array[]> =>
    (await reads.evidence.entries(from, limit)).map(entryBytes);
}

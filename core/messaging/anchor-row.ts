import { RelayError } from '@interline/kernel';
import type { RowSealer } from '@interline/ports';
import { spendWithin, type VerifiedPass } from '../passes/index.ts';
import type { AnchorLog } from './anchor-log.ts';
import type { MessageAnchor } from './message-row.ts';
import type { MessageStore } from './repository.ts';

export interface Anchored {
  readonly id: string;
  readonly index: number;
  readonly proof: string | null;
  /** By when the proof is there; null with one, and where the deployment has no log yet. */
  readonly pendingUntilMs: number | null;
}

interface AnchorParts {
  readonly store: MessageStore;
  readonly rowSealer: Pick<RowSealer, 'hashOf'>;
  /** Null where the deployment has none: what is anchored waits for it. */
  readonly anchorLog: AnchorLog | null;
}

/**
 * Makes a row's hash a leaf of the log, in one unit with the pass. Throws `UNKNOWN_RECORD` before
 * the pass is spent, `PASS_SPENT`.
 */
export type AnchorRow = (id: string, pass: VerifiedPass) => Promise<Anchored>;

export function anchorRow({ store, rowSealer, anchorLog }: AnchorParts): AnchorRow {
  return async (id, pass) => {
    const anchor = await store.run('anchor-row', async (tx): Promise<MessageAnchor> => {
      const row = await tx.messages.messageRow(id);
      if (row === null) throw new RelayError('UNKNOWN_RECORD', { field: 'id' });
      await spendWithin(tx, pass);
      const hash = rowSealer.hashOf(row.body);
      return { id, hash, place: await tx.messages.anchorRow(id, hash), isLogged: false };
    });
    return anchoredAs(anchor, anchorLog);
  };
}

/** An anchored row and its proof. Throws `UNKNOWN_RECORD`. */
export type ReadAnchor = (id: string) => Promise<Anchored>;

export function readAnchor({
  store,
  anchorLog,
}: Pick<AnchorParts, 'store' | 'anchorLog'>): ReadAnchor {
  return async (id) => {
    const anchor = await store.reads.messages.anchor(id);
    if (anchor === null) throw new RelayError('UNKNOWN_RECORD', { field: 'id' });
    return anchoredAs(anchor, anchorLog);
  };
}

const handedAtOnce = 100;

/** Hands the log what was anchored, in its order; at least once each, whatever dies when. */
export function feedLog(store: MessageStore, anchorLog: AnchorLog): () => Promise<void> {
  return async () => {
    for (const { place, hash } of await store.reads.messages.unloggedAnchors(handedAtOnce)) {
      await anchorLog.append(hash);
      await store.run('mark-logged', ({ messages }) => messages.markLogged(place));
    }
  };
}

async function anchoredAs(
  { id, place, hash }: MessageAnchor,
  log: AnchorLog | null,
): Promise<Anchored> {
  const proof = (await log?.proof(hash)) ?? null;
  const pendingUntilMs = proof === null ? (log?.dueAtMs() ?? null) : null;
  return { id, index: place, proof, pendingUntilMs };
}

import { RelayError } from '@interline/kernel';
import type { Clock, RowSealer } from '@interline/ports';
import { spendWithin, type VerifiedPass } from '../passes/index.ts';
import { proofText } from '../transparency/index.ts';
import { provenWithinMs } from './anchor-log.ts';
import type { MessageAnchor } from './message-row.ts';
import type { MessageStore } from './repository.ts';

export interface Anchored {
  readonly id: string;
  readonly index: number;
  readonly proof: string | null;
  /** When the proof is due; null once it exists. */
  readonly pendingUntilMs: number | null;
}

interface AnchorParts {
  readonly store: MessageStore;
  readonly rowSealer: Pick<RowSealer, 'hashOf'>;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * Makes a row's hash a leaf of the log, in one unit with the pass. Throws `UNKNOWN_RECORD` before
 * the pass is spent, `PASS_SPENT`.
 */
export type AnchorRow = (id: string, pass: VerifiedPass) => Promise<Anchored>;

export function anchorRow({ store, rowSealer, clock }: AnchorParts): AnchorRow {
  return async (id, pass) => {
    const anchor = await store.run('anchor-row', async (tx): Promise<MessageAnchor> => {
      const row = await tx.messages.messageRow(id);
      if (row === null) throw new RelayError('UNKNOWN_RECORD', { field: 'id' });
      await spendWithin(tx, pass);
      const hash = rowSealer.hashOf(row.body);
      return { id, hash, place: await tx.messages.anchorRow(id, hash) };
    });
    return anchoredAs(anchor, { store, clock });
  };
}

/** An anchored row and its proof. Throws `UNKNOWN_RECORD`. */
export type ReadAnchor = (id: string) => Promise<Anchored>;

export function readAnchor(parts: Pick<AnchorParts, 'store' | 'clock'>): ReadAnchor {
  return async (id) => {
    const anchor = await parts.store.reads.messages.anchor(id);
    if (anchor === null) throw new RelayError('UNKNOWN_RECORD', { field: 'id' });
    return anchoredAs(anchor, parts);
  };
}

async function anchoredAs(
  { id, place }: MessageAnchor,
  { store, clock }: Pick<AnchorParts, 'store' | 'clock'>,
): Promise<Anchored> {
  const proof = await store.reads.messages.anchorProof(place);
  return {
    id,
    index: place,
    proof: proof === null ? null : proofText({ index: place, ...proof }),
    pendingUntilMs: proof === null ? clock.now() + provenWithinMs : null,
  };
}

import type { InvoicePorts } from './invoice-ports.ts';
import type { ClaimedPart, ClaimedPlace } from './repository.ts';

/** A month's values in one unit would hold up the store for seconds. */
const atOnce = 5_000;

/**
 * Forgets what was claimed under keys that are destroyed, of invoices that have no pass left: it can be
 * signed for nobody again. Of others it stays, so that its claimant is told that it was counted. By the
 * key and no time of its own: a clock that was behind when the last pass was issued would have it
 * forgotten while its client can still repeat it.
 */
export function forgetClaimed({ store }: Pick<InvoicePorts, 'store'>): () => Promise<void> {
  let forgottenSeq = 0;
  return async () => {
    const keys = await store.reads.passes.passKeys();
    const seq = keys.findLast(({ isDestroyed }) => isDestroyed)?.seq ?? 0;
    // Each process looks through the whole table once a key.
    if (seq <= forgottenSeq) return;
    let after: ClaimedPlace | null = null;
    do {
      const part: ClaimedPart = { after, most: atOnce };
      after = await store.run('forget-claimed', ({ invoices }) =>
        invoices.forgetClaimed(seq, part),
      );
    } while (after !== null);
    forgottenSeq = seq;
  };
}

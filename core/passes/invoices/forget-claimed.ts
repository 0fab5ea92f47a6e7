import type { InvoicePorts } from './invoice-ports.ts';
import type { ClaimedPart, ClaimedPlace } from './repository.ts';

/** A month's values in one unit would block the store for seconds. */
const atOnce = 5_000;

/**
 * Deletes values that were claimed under destroyed keys, for invoices without passes left, because
 * they can never be signed again. Values of other invoices stay, so that their claimant learns that
 * they were counted. It depends on the key, not on a time: with a clock that was behind at the last
 * issue, values would be deleted while their client could still repeat the claim.
 */
export function forgetClaimed({ store }: Pick<InvoicePorts, 'store'>): () => Promise<void> {
  let forgottenSeq = 0;
  return async () => {
    const keys = await store.reads.passes.passKeys();
    const seq = keys.findLast(({ isDestroyed }) => isDestroyed)?.seq ?? 0;
    // Each process scans the whole table once per key.
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

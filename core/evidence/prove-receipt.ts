import { proofText } from '../transparency/index.ts';
import { base64Of } from './log-entry.ts';
import type { readLog } from './read-log.ts';
import type { ReadReceipt } from './read-receipt.ts';
import type { KeptReceipt } from './repository.ts';

export interface ProvenReceipt extends KeptReceipt {
  /**
   * In the form of c2sp.org/tlog-proof, with the salt as `extra`; null until the log contains the receipt.
   */
  readonly proof: string | null;
  /** When the log must contain it; null with a proof, and for the sandbox, which is not logged. */
  readonly pendingUntilMs: number | null;
}

/**
 * What the log promises: after this time, a receipt together with a checkpoint without it is evidence.
 */
export const loggedWithinMs = 600_000;

/** The receipt of a route and its proof. Throws what `ReadReceipt` throws. */
export type ProveReceipt = (routeId: string, signal: AbortSignal) => Promise<ProvenReceipt>;

export function proveReceipt({
  read,
  log,
}: {
  readonly read: ReadReceipt;
  readonly log: Pick<ReturnType<typeof readLog>, 'proofOf'>;
}): ProveReceipt {
  return async (routeId, signal) => {
    const receipt = await read(routeId, signal);
    const { place, salt, isSandbox, endedAtMs } = receipt;
    const proven = place === null ? null : await log.proofOf(place);
    if (place === null || proven === null)
      return {
        ...receipt,
        proof: null,
        pendingUntilMs: isSandbox ? null : endedAtMs + loggedWithinMs,
      };
    const proof = proofText({ ...proven, index: place, extra: base64Of(salt) });
    return { ...receipt, proof, pendingUntilMs: null };
  };
}

import { RelayError } from '@interline/kernel';
import { isTerminal, type ReadRoute, type Route } from '../transfer/index.ts';
import type { IssueReceipt } from './issue-receipt.ts';
import type { EvidenceStore, KeptReceipt } from './repository.ts';

export interface ReceiptParts {
  readonly store: EvidenceStore;
  readonly readRoute: ReadRoute;
  readonly issue: IssueReceipt;
}

/**
 * The receipt of a route's last end; its id is all it takes to read it. Throws `UNKNOWN_ROUTE`, and
 * `RECEIPT_NOT_READY` while the route runs, including after a reorg, and while no receipt can be signed.
 */
export type ReadReceipt = (routeId: string, signal: AbortSignal) => Promise<KeptReceipt>;

export function readReceipt({ store, readRoute, issue }: ReceiptParts): ReadReceipt {
  return async (routeId, signal) => {
    const { route, status } = await readRoute(routeId, signal);
    if (!isTerminal(status)) throw new RelayError('RECEIPT_NOT_READY');
    const kept = await store.reads.evidence.lastReceipt(routeId);
    if (isOfLastEnd(kept, route)) return kept;
    // It ended under an earlier release, or while no receipt was signed here.
    return store.run('issue-receipt', async (tx) => {
      if (!isOfLastEnd(await tx.evidence.lastReceipt(routeId), route)) await issue(tx, route);
      const issued = await tx.evidence.lastReceipt(routeId);
      if (!isOfLastEnd(issued, route))
        throw new RelayError('RECEIPT_NOT_READY', {}, 'the receipt cannot be signed at present');
      return issued;
    });
  };
}

/**
 * False where a reorg took back the end that the receipt is about, and the next end has no receipt yet. The
 * route may have been read before its receipt.
 */
export function isOfLastEnd(
  receipt: KeptReceipt | null,
  { updatedAtMs }: Pick<Route, 'updatedAtMs'>,
): receipt is KeptReceipt {
  return receipt !== null && receipt.endedAtMs >= updatedAtMs;
}

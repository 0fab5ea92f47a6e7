import { RelayError } from '@interline/kernel';
import { isTerminal, type ReadRoute } from '../transfer/index.ts';
import type { IssueReceipt } from './issue-receipt.ts';
import type { EvidenceStore, KeptReceipt } from './repository.ts';

export interface ReceiptParts {
  readonly store: EvidenceStore;
  readonly readRoute: ReadRoute;
  readonly issue: IssueReceipt;
}

/**
 * The receipt of a route's last end, by the id that is all the right to read it. Throws
 * `UNKNOWN_ROUTE`; `RECEIPT_NOT_READY` while the route runs, after a reorg too, and while no receipt
 * can be signed.
 */
export type ReadReceipt = (routeId: string, signal: AbortSignal) => Promise<KeptReceipt>;

export function readReceipt({ store, readRoute, issue }: ReceiptParts): ReadReceipt {
  return async (routeId, signal) => {
    const { route, status } = await readRoute(routeId, signal);
    if (!isTerminal(status)) throw new RelayError('RECEIPT_NOT_READY');
    const kept = await store.reads.evidence.lastReceipt(routeId);
    if (kept !== null) return kept;
    // It ended under an earlier release, or while no receipt was signed here.
    return store.run('issue-receipt', async (tx) => {
      if ((await tx.evidence.lastReceipt(routeId)) === null) await issue(tx, route);
      const issued = await tx.evidence.lastReceipt(routeId);
      if (issued === null)
        throw new RelayError('RECEIPT_NOT_READY', {}, 'the receipt cannot be signed at present');
      return issued;
    });
  };
}

import type { Clock, Entropy, Log, ReceiptSigner, SealedReceiptKey } from '@interline/ports';
import { claimOf, type Route } from '../transfer/index.ts';
import { receiptClaims } from './receipt-claims.ts';
import type { EndingUnit, EvidenceReads } from './repository.ts';
import { drawFirstKey, lastKeyIn } from './signing-key.ts';

/** The type of a rehearsal's receipt, which must never pass for a payment's. */
const sandboxType = 'interline-sandbox-receipt+jwt';
export const receiptType = 'interline-receipt+jwt';

/** How long this process signs with a key that another process may already have replaced. */
const keyHeldMs = 600_000;

export interface IssueParts {
  readonly reads: Pick<EvidenceReads, 'receiptKeys' | 'sealedReceiptKey'>;
  readonly receiptSigner: ReceiptSigner;
  readonly entropy: Entropy;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Log, 'error'>;
}

/**
 * Signs the receipt of an ended route in the unit that ends it. This costs the unit one signature and one
 * statement, because the kept row is also what the log picks up. Where it cannot be signed, the route ends
 * without a receipt, which is signed when it is first requested.
 */
export type IssueReceipt = (tx: EndingUnit, ended: Route) => Promise<void>;

export function issueReceipt(parts: IssueParts): IssueReceipt {
  const { reads, receiptSigner, entropy, clock, log } = parts;
  let held: { readonly key: SealedReceiptKey; readonly readAtMs: number } | null = null;

  let isReading = false;

  /**
   * As committed. A key that only the unit sees is not cached: another unit of its group may have generated
   * it, and may be undone.
   */
  async function readAhead(): Promise<void> {
    if (isReading) return;
    isReading = true;
    try {
      const key = await lastKeyIn(reads);
      held = key === null ? null : { key, readAtMs: clock.now() };
    } catch {
      // Read again at the next end; meanwhile that end sees it in its own unit.
      held = null;
    } finally {
      isReading = false;
    }
  }

  async function keyFor(tx: EndingUnit): Promise<SealedReceiptKey> {
    if (held !== null && Math.abs(clock.now() - held.readAtMs) < keyHeldMs) return held.key;
    // The unit uses only its own connection: waiting for another would hold up its whole group.
    void readAhead();
    return drawFirstKey(tx, receiptSigner, clock.now());
  }

  return async (tx, route) => {
    const key = await keyFor(tx);
    const claim = route.order.claimable === true ? await claimOf(tx, route) : null;
    const signed = (supersedes: string | null): string | null => {
      try {
        const hashOf = (text: string): string => receiptSigner.hashOf(text);
        const claims = receiptClaims({ route, claim, supersedes }, hashOf);
        return receiptSigner.sign(key, route.isSimulated ? sandboxType : receiptType, claims);
      } catch (error) {
        held = null;
        const fault = error instanceof Error ? error.name : 'unknown';
        log.error('receipt-not-signed', { routeId: route.id, fault });
        return null;
      }
    };
    /** False where the route has a receipt of that number. */
    const insert = async (number: number, supersedes: string | null): Promise<boolean> => {
      const jws = signed(supersedes);
      // Money does not wait for a receipt: the unit commits without one.
      if (jws === null) return true;
      return tx.evidence.insertReceipt({
        routeId: route.id,
        number,
        jws,
        salt: entropy.hex(32),
        endedAtMs: route.updatedAtMs,
        isSandbox: route.isSimulated,
      });
    };
    if (await insert(1, null)) return;
    // Only after a reorg took an earlier end back: all other routes pay for one statement.
    const before = await tx.evidence.lastReceipt(route.id);
    if (before !== null) await insert(before.number + 1, receiptSigner.hashOf(before.jws));
  };
}

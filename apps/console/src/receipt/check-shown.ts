import type { RouteEvidence, RouteReceipt } from '@interline/client';
import { checkReceipt, type CheckedReceipt, ReceiptError } from '@interline/client/evidence';
import { type Difference, differencesOf, isDigestOfOrder } from './compare-claims.ts';
import type { ReceiptKeys } from './receipt-keys.ts';

/** What was found, by who looked: this page. */
export interface Findings {
  /** Null where the signature does not hold: what such a receipt says is nobody's word. */
  readonly claims: CheckedReceipt['claims'] | null;
  readonly signature: Found;
  readonly differences: readonly Difference[];
  readonly log: Found & {
    readonly place: CheckedReceipt['logged'];
    /** Not there yet, and when it is due. */
    readonly dueMs: number | null;
  };
}

interface Found {
  /** Why it does not hold; null where it does. */
  readonly wrong: string | null;
}

/** Checks the receipt by WebCrypto and holds what it says against what the page shows. Asks nobody. */
export async function checkShown(
  { jws, salt, proof, pendingUntil }: RouteEvidence,
  shown: RouteReceipt,
  keys: ReceiptKeys,
): Promise<Findings> {
  const unread = { wrong: null, place: null, dueMs: pendingUntil };
  const signed = await caught(checkReceipt({ jws, salt, proof: null }, keys));
  if (typeof signed === 'string')
    return { claims: null, signature: { wrong: signed }, differences: [], log: unread };
  const { claims } = signed;
  const differences = [
    ...differencesOf(claims, shown),
    ...((await isDigestOfOrder(claims))
      ? []
      : [{ field: 'orderDigest', signed: String(claims['orderDigest']), shown: '' }]),
  ];
  const logged = proof === null ? null : await caught(checkReceipt({ jws, salt, proof }, keys));
  return {
    claims,
    signature: { wrong: null },
    differences,
    log:
      logged === null
        ? unread
        : typeof logged === 'string'
          ? { wrong: logged, place: null, dueMs: null }
          : { wrong: null, place: logged.logged, dueMs: null },
  };
}

/** Whether this browser has Ed25519; without https it has no WebCrypto at all. */
export async function canVerify(): Promise<boolean> {
  try {
    await crypto.subtle.importKey('raw', new Uint8Array(32), 'Ed25519', false, ['verify']);
    return true;
  } catch {
    return false;
  }
}

/** What is wrong with a receipt is an answer; anything else is thrown. */
async function caught(check: Promise<CheckedReceipt>): Promise<CheckedReceipt | string> {
  try {
    return await check;
  } catch (error) {
    if (error instanceof ReceiptError) return error.message;
    throw error;
  }
}

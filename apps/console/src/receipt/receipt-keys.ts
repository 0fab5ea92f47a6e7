import { createTransport } from '@interline/client';
import type { ReceiptTrust } from '@interline/client/evidence';
import { baseUrl, client, keptAs } from '../state/service.ts';

/** The keys that receipts are checked by, and what this browser saw of them before. */
export interface ReceiptKeys extends ReceiptTrust {
  /** When this browser saw them first. */
  readonly sinceMs: number;
  /** It shows other keys now than it did then: one is gone or is another, or the log is. */
  readonly areOther: boolean;
}

type Seen = Pick<ReceiptTrust, 'keys' | 'vkey'> & { readonly sinceMs: number };

const name = keptAs('receipt-keys');

/**
 * Asks the service, and holds what it says against what it said first: keys that are asked for with each receipt
 * prove nothing against who shows them. What was seen first stays, with the keys that came since.
 */
export async function fetchReceiptKeys(basePath: string): Promise<ReceiptKeys> {
  // Keys stand beside the base path, at the root of the host.
  const root = createTransport({ baseUrl: rootOf(baseUrl, basePath), tries: 1 });
  const [set, log] = await Promise.all([
    root.send({ method: 'GET', path: '/.well-known/jwks.json' }),
    client.call('GET /api/transparency/vkey', {}),
  ]);
  const now = { keys: keysIn(set['keys']), vkey: log.vkey, sinceMs: Date.now() };
  const before = kept();
  const areOther = before !== null && !goesOn(before, now);
  if (!areOther) keep({ ...now, sinceMs: before?.sinceMs ?? now.sinceMs });
  const { witnesses, quorum } = log;
  return {
    ...now,
    sinceMs: before?.sinceMs ?? now.sinceMs,
    areOther,
    ...(quorum === 0
      ? {}
      : { witnesses: { witnesses: witnesses.flatMap(({ vkeys }) => vkeys), quorum } }),
  };
}

function rootOf(url: string, basePath: string): string {
  const trimmed = url.replace(/\/+$/, '');
  return basePath !== '' && trimmed.endsWith(basePath)
    ? trimmed.slice(0, -basePath.length)
    : trimmed;
}

/** Keys are added and never taken away; a log that was begun anew has the same key under another name. */
function goesOn(before: Seen, now: Seen): boolean {
  const keyOf = ({ vkey }: Seen): string | undefined => vkey.split('+').slice(2).join('+');
  return (
    before.keys.every((one) => now.keys.some(({ kid, x }) => kid === one.kid && x === one.x)) &&
    keyOf(before) === keyOf(now)
  );
}

function keysIn(value: unknown): ReceiptTrust['keys'] {
  return (Array.isArray(value) ? value : []).flatMap((one: unknown) => {
    // CAST: read as unknown.
    const { kid, x } = (typeof one === 'object' && one !== null ? one : {}) as Record<
      string,
      unknown
    >;
    return typeof kid === 'string' && typeof x === 'string' ? [{ kid, x }] : [];
  });
}

function kept(): Seen | null {
  try {
    // CAST: written by `keep`, below; what is wrong in it is seen as other keys.
    const found = JSON.parse(localStorage.getItem(name) ?? 'null') as Seen | null;
    return found !== null && Array.isArray(found.keys) && typeof found.vkey === 'string'
      ? found
      : null;
  } catch {
    return null;
  }
}

function keep(seen: Seen): void {
  try {
    localStorage.setItem(name, JSON.stringify(seen));
  } catch {
    // Where nothing can be kept, each look is the first one.
  }
}

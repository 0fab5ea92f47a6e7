import type { SpineEntry } from '../spine/spine-of.ts';
import type { Purse } from '../spine/read-spine.ts';
import type { OwnCoin } from '../signing/sign-transaction.ts';
import { type Outpoint, partsOf } from '../outpoint.ts';

/** 150 inputs take 8,600 of the 10,000 vbytes; the rest is for payouts in the same transaction. */
export const namedAtMost = 150;

/** The state of the coins that a refund gives back. */
export type NamedCoins =
  | { readonly kind: 'there'; readonly coins: readonly OwnCoin[] }
  /** At least one is unconfirmed, and no transaction of ours spent it. */
  | { readonly kind: 'gone' };

/**
 * The named coins without those that one of our transactions has already spent. The float pays the
 * refund for these.
 */
export function namedCoins(
  { others, entries }: Pick<Purse, 'others' | 'entries'>,
  named: readonly Outpoint[],
): NamedCoins {
  if (named.length === 0) return { kind: 'there', coins: [] };
  const byOutpoint = new Map(others.map((coin) => [coin.outpoint, coin]));
  const coins: OwnCoin[] = [];
  for (const outpoint of named) {
    const coin = byOutpoint.get(outpoint);
    if (coin !== undefined && coin.confirmations > 0) coins.push(coin);
    else if (coin !== undefined || !isSpentBy(entries, outpoint)) return { kind: 'gone' };
  }
  return { kind: 'there', coins };
}

/** In raw bytes, an input is the txid in reversed byte order, then the output index. */
function isSpentBy(entries: readonly SpineEntry[], outpoint: Outpoint): boolean {
  const { txid, vout } = partsOf(outpoint);
  const place = Buffer.alloc(4);
  place.writeUInt32LE(vout);
  const input = Buffer.from(txid, 'hex').reverse().toString('hex') + place.toString('hex');
  return entries.some(({ raw }) => raw.includes(input));
}

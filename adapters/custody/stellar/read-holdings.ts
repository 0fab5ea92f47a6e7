import {
  type Address,
  asUnits,
  type BalanceReading,
  type Book,
  nativeAddress,
} from '@interline/kernel';
import type { Arrival, HoldingsReading } from '@interline/ports';
import type { Standing } from './channels.ts';
import { freeLumens, freeOf, lineOf } from './free-balance.ts';
import { transactionShape } from './horizon-shapes.ts';
import { operationsIn, transfersIn } from './read-operations.ts';
import type { Watching } from './watch-transactions.ts';

/** What the account can pay with now: its balance without its reserve and selling liabilities. */
export async function balances(
  { horizons, channels }: Watching,
  books: readonly Book[],
  signal: AbortSignal,
): Promise<readonly BalanceReading[]> {
  const { value, head } = await horizons.read(async (node) => channels.at(node, 0, signal), signal);
  return books.map((book) => ({
    book,
    block: head.sequence,
    units: asUnits(
      value === null
        ? 0n
        : book.token === nativeAddress
          ? freeLumens(value, head)
          : freeOf(value, book.token),
    ),
  }));
}

/** How often accounts are reread if they change during a reading. */
const readAtMost = 3;

/**
 * The full balances with reserves and channels, and the account's slots. Null for any ledger but
 * the newest, the only one served. Lumens moved to channels have not left the float.
 */
export async function holdings(
  { horizons, channels, account }: Watching,
  books: readonly Book[],
  at: { readonly block?: number; readonly otherThan?: number },
  signal: AbortSignal,
): Promise<HoldingsReading | null> {
  for (let tried = 0; tried < readAtMost; tried += 1) {
    const { value, head, node } = await horizons.read(
      async (one) => channels.read(one, signal),
      signal,
      at.otherThan,
    );
    if (at.block !== undefined && at.block !== head.sequence) return null;
    // Horizon serves only current accounts; a change after this ledger belongs to a later one.
    if (value.changedAt > head.sequence) continue;
    return {
      readBy: node.number,
      block: head.sequence,
      blockHash: head.hash,
      balances: books.map((book) => ({
        book,
        block: head.sequence,
        units: asUnits(heldIn(value, book.token)),
      })),
      slotsTaken: new Map([[account, value.slotsTaken]]),
    };
  }
  return null;
}

function heldIn({ own, inChannels }: Standing, token: string): bigint {
  const held = own === null ? 0n : (lineOf(own, token)?.balance ?? 0n);
  return token === nativeAddress ? held + inChannels : held;
}

/**
 * What a third party's transaction brought to one of our accounts, once enough Horizons agree on
 * it.
 */
export async function arrivals(
  { horizons, channels, settings: { passphrase }, account }: Watching,
  hash: string,
  want: { readonly token: string; readonly to: Address },
  signal: AbortSignal,
): Promise<readonly Arrival[]> {
  const shown = await horizons.agreed(
    async (node) => node.get(`/transactions/${hash}`, transactionShape, signal),
    ({ ledger, successful, envelope_xdr }) => `${ledger}/${successful}/${envelope_xdr}`,
    signal,
  );
  if (shown?.successful !== true) return [];
  if (shown.source_account === account || channels.isChannel(shown.source_account)) return [];
  return transfersIn(operationsIn(shown, passphrase))
    .filter((one) => one.token === want.token && one.to === want.to)
    .map(({ token, from, units, logIndex }) => ({
      hash,
      token,
      from,
      units,
      logIndex,
      block: shown.ledger,
      timestampSec: shown.created_at,
    }));
}

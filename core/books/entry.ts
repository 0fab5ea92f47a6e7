import type { ChainRef, TransactionPurpose } from '@interline/kernel';
import type { Line } from './books-account.ts';

/**
 * What was seen when the entry was posted: a mined transaction of ours, by its purpose, or one of
 * these.
 *
 * - deposit: what a payer sent to an address of ours
 * - delivered: an engine's delivery to the recipient
 * - given-back: an engine's refund, to the payer or to us
 * - found: a payment of ours that the store had lost
 * - recovered: gas of a transaction of ours that the store had lost, and read from its chain
 * - lost: a pull that a reorg removed permanently after its money had been paid out
 * - opening: what an account held when the books first saw it
 * - surplus: what a chain shows beyond the books
 * - adjustment: coin that a rollup took beyond its receipts
 * - classified: an operator's explanation of a surplus, or acceptance of a deficit as a loss
 * - reversal: a reorg removed what another entry records
 */
export type EntryKind =
  | TransactionPurpose
  | 'deposit'
  | 'delivered'
  | 'given-back'
  | 'found'
  | 'recovered'
  | 'lost'
  | 'opening'
  | 'surplus'
  | 'adjustment'
  | 'classified'
  | 'reversal';

/** Where on a chain it was seen. */
export interface Stamp {
  readonly chain: ChainRef;
  /** Null if nothing of ours on the chain changed. */
  readonly block: number | null;
  /** Null if it was not read. */
  readonly blockHash: string | null;
  readonly txHash: string | null;
  /** Null if there is none, or more than one. */
  readonly logIndex: number | null;
}

export interface Entry extends Stamp {
  /** The same for the same fact, so that it is posted only once. */
  readonly id: string;
  readonly kind: EntryKind;
  /** Our transaction; null if it was not ours. */
  readonly transactionId: string | null;
  /** The owner it was made for; null if it concerns only the relayer. */
  readonly owner: { readonly kind: string; readonly id: string } | null;
  /** The route's engine; null if there is none. */
  readonly engine: string | null;
  /** The entry that it reverses. */
  readonly reverses: string | null;
  /** At least two; they sum to zero for each chain and token. */
  readonly lines: readonly Line[];
  /** When it was posted. It counts for that UTC day. */
  readonly atMs: number;
}

/**
 * An entry from its parts: lines of zero are left out, and lines of one account are merged. Null if
 * nothing is left. Throws a RangeError if it does not balance, which is our own fault.
 */
export function balancedEntry(parts: Entry): Entry | null {
  const lines = joined(parts.lines);
  if (lines.length === 0) return null;
  assertBalanced(lines);
  return { ...parts, lines };
}

type Known = 'id' | 'kind' | 'chain' | 'lines' | 'atMs';

/** The same for an entry without a transaction of ours; omitted parts are null. */
export function entryOf(parts: Pick<Entry, Known> & Partial<Omit<Entry, Known>>): Entry | null {
  return balancedEntry({
    block: null,
    blockHash: null,
    txHash: null,
    logIndex: null,
    transactionId: null,
    owner: null,
    engine: null,
    reverses: null,
    ...parts,
  });
}

/** Throws a RangeError unless the lines sum to zero for each chain and token. */
export function assertBalanced(lines: readonly Line[]): void {
  const sums = new Map<string, bigint>();
  for (const { chain, token, units } of lines) {
    const key = `${chain}/${token}`;
    sums.set(key, (sums.get(key) ?? 0n) + units);
  }
  for (const [key, sum] of sums) {
    if (sum !== 0n) throw new RangeError(`an entry is off by ${sum} units of ${key}`);
  }
}

/**
 * The reversal of an entry, with the same stamp, so that a balance at any block counts both or
 * neither.
 */
export function reversalOf(entry: Entry, atMs: number): Entry {
  return {
    ...entry,
    id: reversalId(entry.id),
    kind: 'reversal',
    reverses: entry.id,
    lines: entry.lines.map((line) => ({ ...line, units: -line.units })),
    atMs,
  };
}

function reversalId(entryId: string): string {
  return `${entryId}/reversed`;
}

/** Of all entries about one fact, those that are not reversed. */
export function standingEntries(entries: readonly Entry[]): readonly Entry[] {
  const reversed = new Set(entries.map(({ reverses }) => reverses));
  return entries.filter(({ id, reverses }) => reverses === null && !reversed.has(id));
}

/** What the account had less of the token after these entries, without reversed ones. */
export function tookIn(
  entries: readonly Entry[],
  { token, account }: { readonly token: string; readonly account: string },
): bigint {
  return standingEntries(entries)
    .flatMap(({ lines }) => lines)
    .filter(
      ({ kind, ...line }) => kind === 'transit' && line.token === token && line.holder === account,
    )
    .reduce((sum, { units }) => sum - units, 0n);
}

function joined(lines: readonly Line[]): readonly Line[] {
  const byAccount: Line[] = [];
  for (const line of lines) {
    const at = byAccount.findIndex(
      (one) =>
        one.kind === line.kind &&
        one.token === line.token &&
        one.chain === line.chain &&
        one.holder === line.holder,
    );
    const known = byAccount[at];
    if (known === undefined) byAccount.push(line);
    else byAccount[at] = { ...known, units: known.units + line.units };
  }
  return byAccount.filter(({ units }) => units !== 0n);
}

import type { BooksAccount, Line } from './books-account.ts';
import type { Entry } from './entry.ts';

/** What payers gave of one token on one UTC day for deliveries by one engine, or by our float. */
export interface DayVolume extends Pick<BooksAccount, 'chain' | 'token'> {
  /** As `2027-01-31`. */
  readonly day: string;
  readonly engine: string;
  /** Negative on a day on which a reorg removed more than was delivered. */
  readonly units: bigint;
}

/**
 * What an entry adds to its day's volume: the debts to payers that it closes because their
 * recipients have been served. A refund closes a debt too, but adds nothing.
 */
export function volumeOf(entry: Entry): readonly Line[] {
  return isDelivery(entry) ? entry.lines.filter(({ kind }) => kind === 'owed-to-payers') : [];
}

/** A reversal counts if it reverses a delivery; the reversed entry's id contains its kind. */
function isDelivery({ kind, reverses, lines }: Entry): boolean {
  const what = reverses === null ? kind : reverses.split('/')[1];
  // A found refund has no conversion.
  if (what === 'found') return lines.some((line) => line.kind === 'conversion');
  return what === 'payout' || what === 'delivered';
}

import type { BooksAccount, Line } from './books-account.ts';
import type { Entry } from './entry.ts';

/** What payers gave of one token on one UTC day for what one engine, or our float, delivered. */
export interface DayVolume extends Pick<BooksAccount, 'chain' | 'token'> {
  /** As `2027-01-31`. */
  readonly day: string;
  readonly engine: string;
  /** Below zero on a day on which a reorg took more than was delivered. */
  readonly units: bigint;
}

/**
 * What an entry adds to the volume of its day: the debts to payers that end in it because their
 * recipients have been served. A refund ends a debt too, and adds nothing.
 */
export function volumeOf(entry: Entry): readonly Line[] {
  return isDelivery(entry) ? entry.lines.filter(({ kind }) => kind === 'owed-to-payers') : [];
}

/** A reversal is one where it takes one back, whose id names its kind. */
function isDelivery({ kind, reverses, lines }: Entry): boolean {
  const what = reverses === null ? kind : reverses.split('/')[1];
  // A refund that was found converts nothing.
  if (what === 'found') return lines.some((line) => line.kind === 'conversion');
  return what === 'payout' || what === 'delivered';
}

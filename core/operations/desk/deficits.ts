import { chainToWire } from '@interline/kernel';
import type { CustodyPort } from '@interline/ports';
import type { BookReads, Check } from '../../books/index.ts';
import type { DeskEntry, DeskSource } from './desk-entry.ts';
import { roleOf } from './role-of.ts';

interface Ports {
  readonly store: { readonly reads: { readonly books: Pick<BookReads, 'deficits'> } };
  readonly custody: Pick<CustodyPort, 'account' | 'former'>;
}

/** Holdings of which a chain has less than the books. */
export function deficits({ store, custody }: Ports): DeskSource {
  return async (limit) => {
    const found = await store.reads.books.deficits();
    return {
      count: found.length,
      entries: found.slice(0, limit).map((check) => deficitEntry(custody, check)),
    };
  };
}

function deficitEntry(
  custody: Ports['custody'],
  { book, units, block, deficit, appeared, atMs }: Check,
): DeskEntry {
  const chain = chainToWire(book.chain);
  const role = roleOf(custody, book.account) ?? '<role>';
  return {
    kind: 'deficit',
    subject: `${book.token} of the ${role} account on ${chain}`,
    state: 'deficit',
    sinceMs: appeared?.sinceMs ?? atMs,
    shows: {
      address: book.account,
      deficit: deficit.toString(),
      chainHas: units.toString(),
      atBlock: block,
      ...(appeared === null ? {} : { afterBlock: appeared.after, byBlock: appeared.by }),
    },
    whatToDo:
      'Look at what the account sent in these blocks. Large payouts of it wait until the difference is classified.',
    commands: [
      'interline books reconciliation',
      `interline books classify ${chain} ${role} ${book.token} --of deficit --as losses --reason "<why>"`,
    ],
  };
}

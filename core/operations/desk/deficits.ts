import { type ChainRef, chainToWire } from '@interline/kernel';
import type { CustodyPort } from '@interline/ports';
import type { BookReads, Check } from '../../books/index.ts';
import type { DeskEntry, DeskSource } from './desk-entry.ts';
import type { TransactionReads } from '../../transactions/index.ts';
import { unreadChains } from '../unread-chains.ts';
import { roleOf } from './role-of.ts';

interface Ports {
  readonly store: {
    readonly reads: {
      readonly books: Pick<BookReads, 'deficits'>;
      readonly transactions: Pick<TransactionReads, 'accounts'>;
    };
  };
  readonly custody: Pick<CustodyPort, 'account' | 'roles' | 'former' | 'roleOf'>;
}

/** Holdings for which a chain shows less than the books. */
export function deficits({ store, custody }: Ports): DeskSource {
  return async (limit) => {
    const found = await store.reads.books.deficits();
    const unread = await unreadChains({ store, custody });
    return {
      count: found.length,
      entries: found.slice(0, limit).map((check) => deficitEntry(custody, unread, check)),
    };
  };
}

function deficitEntry(
  custody: Ports['custody'],
  unread: ReadonlySet<ChainRef>,
  { book, units, block, deficit, appeared, atMs }: Check,
): DeskEntry {
  const chain = chainToWire(book.chain);
  const role = roleOf(custody, book.account) ?? '<role>';
  const isFormer = custody.roleOf(book.account) === null;
  const isUnread = unread.has(book.chain);
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
    whatToDo: isUnread ? waitForReading : advice,
    commands: isUnread
      ? ['interline account list', `interline books reconcile --chain ${chain}`]
      : [
          'interline books reconciliation',
          `interline books classify ${chain} ${role} ${book.token}${isFormer ? ` --account ${book.account}` : ''} --of deficit --as losses --reason "<why>"`,
        ],
  };
}

const advice =
  'Look at what the account sent in these blocks. Large payouts of it wait until the difference is classified.';

/** If it were classified now, the same gas would be booked twice. */
const waitForReading =
  'Wait: an account of ours on this chain is stopped, and what it sent is still being read. Compare again once it ' +
  'runs, and classify only what is left then.';

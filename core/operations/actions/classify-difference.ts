import {
  type AccountRole,
  type Book,
  chainToWire,
  type Address,
  RelayError,
  type Units,
} from '@interline/kernel';
import type { CustodyPort } from '@interline/ports';
import {
  type Classification,
  classifyDifference,
  type Difference,
  readDifference,
} from '../../books/index.ts';
import { operatorAction } from '../operator-action.ts';
import type { OperationView } from '../repository.ts';
import { assertAllRead, assertNoneStopped } from '../unread-chains.ts';

export interface ClassifyInput extends Pick<Classification, 'of' | 'as'> {
  readonly chain: Book['chain'];
  readonly role: AccountRole;
  /** An account of current or former keys; null for the current one. */
  readonly account: Address | null;
  readonly token: string;
  /** Smallest units; null for all of it. */
  readonly units: Units | null;
}

interface Ports {
  readonly store: { readonly reads: Pick<OperationView, 'books' | 'transactions'> };
  readonly custody: Pick<CustodyPort, 'account' | 'roles' | 'former' | 'queue' | 'roleOf'>;
}

/**
 * Records what an unclaimed surplus was, or what caused a deficit, which lets its account pay
 * again. Throws `WRONG_STATE` if there is no such difference, or less of it, and for a deficit
 * while an account's transactions on the chain are still being read; `BAD_REQUEST` for an account
 * that is not ours.
 */
export function classifyFound({ store, custody }: Ports) {
  return operatorAction({
    name: 'classify-difference',
    targetOf: ({ chain, role, account, token }: ClassifyInput) =>
      `${token} of the ${role} account${account === null ? '' : ` ${account}`} on ${chainToWire(chain)}`,
    async plan({ chain, role, account: named, token, of, as, units }, signal) {
      const account = named ?? custody.account(chain, role);
      assertOurs(custody, role, account);
      if (of === 'deficit') await assertAllRead(custody, store.reads, chain, signal);
      const given: Classification = {
        book: { chain, account, token },
        role,
        of,
        as,
        ...(units === null ? {} : { units }),
      };
      return { given, ...shown(given, await readDifference(store.reads.books, given)) };
    },
    perform: {
      in: 'one-unit',
      async run(tx, { given }, { atMs }) {
        if (given.of === 'deficit') await assertNoneStopped(custody, tx, given.book.chain);
        const difference = await classifyDifference(tx.books, given, atMs);
        return { ...shown(given, difference), result: difference.taken };
      },
    },
  });
}

function assertOurs(
  custody: Pick<CustodyPort, 'roleOf' | 'former'>,
  role: AccountRole,
  account: Address,
): void {
  if ([custody, ...custody.former].some((keys) => keys.roleOf(account) === role)) return;
  throw new RelayError(
    'BAD_REQUEST',
    { field: 'account' },
    `${account} is not a ${role} account of this service, of the keys in use or of former ones`,
  );
}

/** Smallest units: what is left of the difference, and how much of it is classified now. */
function shown({ of, as }: Classification, { found, taken }: Difference) {
  return {
    before: { [of]: found.toString() },
    after: { [of]: (found - taken).toString(), [as]: taken.toString() },
  };
}

import { type AccountRole, type Book, chainToWire, type Units } from '@interline/kernel';
import type { CustodyPort } from '@interline/ports';
import {
  type Classification,
  classifyDifference,
  type Difference,
  readDifference,
} from '../../books/index.ts';
import { operatorAction } from '../operator-action.ts';
import type { OperationView } from '../repository.ts';

export interface ClassifyInput extends Pick<Classification, 'of' | 'as'> {
  readonly chain: Book['chain'];
  readonly role: AccountRole;
  readonly token: string;
  /** Smallest units; null for the whole of it. */
  readonly units: Units | null;
}

interface Ports {
  readonly store: { readonly reads: Pick<OperationView, 'books'> };
  readonly custody: Pick<CustodyPort, 'account'>;
}

/**
 * Says what an unclaimed surplus was, or what became of a deficit, which lets its account pay again.
 * Throws `WRONG_STATE` where there is no such difference, or less of it.
 */
export function classifyFound({ store, custody }: Ports) {
  return operatorAction({
    name: 'classify-difference',
    targetOf: ({ chain, role, token }: ClassifyInput) =>
      `${token} of the ${role} account on ${chainToWire(chain)}`,
    async plan({ chain, role, token, of, as, units }) {
      const given: Classification = {
        book: { chain, account: custody.account(role), token },
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
        const difference = await classifyDifference(tx.books, given, atMs);
        return { ...shown(given, difference), result: difference.taken };
      },
    },
  });
}

/** Smallest units: what is left of the difference, and what of it is called something now. */
function shown({ of, as }: Classification, { found, taken }: Difference) {
  return {
    before: { [of]: found.toString() },
    after: { [of]: (found - taken).toString(), [as]: taken.toString() },
  };
}

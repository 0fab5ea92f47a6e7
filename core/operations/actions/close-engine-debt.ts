import {
  accountRoles,
  asUnits,
  type Address,
  type JsonObject,
  RelayError,
} from '@interline/kernel';
import {
  type BookReads,
  engineDebtEntry,
  engineDebtOf,
  type EngineDebtEnd,
  type Entry,
  type Line,
  unclaimedOf,
} from '../../books/index.ts';
import { withEachKeySet } from '../../transactions/index.ts';
import { bookedRoute, type Route, type TransferPorts } from '../../transfer/index.ts';
import { operatorAction } from '../operator-action.ts';
import { readOrdered } from './ordered-route.ts';

export interface EngineDebtOrder extends Pick<EngineDebtEnd, 'as'> {
  readonly id: string;
}

/**
 * Closes an engine's debt for a route that was refunded from the float; moves no money. `returned`
 * takes it from unclaimed money on an account of ours on its chain. Throws `UNKNOWN_ROUTE`, and
 * `WRONG_STATE` if the route has not ended, no engine owes anything for it, or no account has as
 * much unclaimed money.
 */
export function closeEngineDebt(ports: TransferPorts) {
  return operatorAction({
    name: 'engine-debt',
    targetOf: ({ id }: EngineDebtOrder) => `route ${id}`,
    async plan({ id, as }) {
      const route = await readOrdered(ports.store.reads, id);
      const { debt, account } = await endOf(ports, ports.store.reads.books, route, as);
      return {
        route,
        as,
        before: { owedByEngine: shown(debt) },
        after: afterOf(debt, as, account),
      };
    },
    perform: {
      in: 'one-unit',
      async run(tx, { route, as }, { atMs }) {
        const { posted, debt, account } = await endOf(ports, tx.books, route, as);
        const entry = engineDebtEntry(bookedRoute(route), posted, { as, account, atMs });
        if (entry !== null) await tx.books.post(entry);
        return { after: afterOf(debt, as, account), result: null };
      },
    },
  });
}

type Books = Pick<BookReads, 'entriesOf' | 'runningBalances' | 'unfolded' | 'entriesAbove'>;

interface DebtEnd {
  readonly posted: readonly Entry[];
  readonly debt: readonly Line[];
  readonly account: Address | null;
}

async function endOf(
  ports: Pick<TransferPorts, 'custody' | 'former'>,
  books: Books,
  { id, phase, stage, order }: Route,
  as: EngineDebtEnd['as'],
): Promise<DebtEnd> {
  if (phase !== 'ended')
    throw refused(
      `the route is under way, stage ${stage}, and settles what its engine owes itself`,
    );
  const posted = await books.entriesOf(id);
  const debt = engineDebtOf(posted);
  if (debt.length === 0) throw refused('no engine owes anything for this route');
  if (as === 'lost') return { posted, debt, account: null };
  const own = withEachKeySet(ports).flatMap(({ custody }) =>
    accountRoles.map((role) => custody.account(order.lane.from, role)),
  );
  for (const account of own)
    if (await hasUnclaimed(books, account, debt)) return { posted, debt, account };
  throw refused(
    `none of our accounts has ${shown(debt)} unclaimed: it did not come back yet, or its chain was not compared with the books since ("interline books reconcile")`,
  );
}

/** All of the debt on that account; a part is left to the operator's classification. */
async function hasUnclaimed(
  books: Books,
  account: Address,
  debt: readonly Line[],
): Promise<boolean> {
  for (const { chain, token, units } of debt)
    if ((await unclaimedOf(books, { chain, token, account })) < units) return false;
  return true;
}

function afterOf(
  debt: readonly Line[],
  as: EngineDebtEnd['as'],
  account: Address | null,
): JsonObject {
  return { owedByEngine: '', [as]: shown(debt), ...(account === null ? {} : { from: account }) };
}

/** As `2000000 of 0x... on eip155:8453`. */
function shown(debt: readonly Line[]): string {
  return debt
    .map(({ chain, token, units }) => `${asUnits(units)} of ${token} on ${chain}`)
    .join('; ');
}

function refused(reason: string): RelayError {
  return new RelayError('WRONG_STATE', { field: 'id' }, `the debt is left as it is: ${reason}`);
}

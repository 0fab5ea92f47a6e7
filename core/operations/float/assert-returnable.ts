import {
  accountRoles,
  type Book,
  type Address,
  asAddress,
  RelayError,
  type Units,
  evmAddress,
} from '@interline/kernel';
import type { CustodyPort } from '@interline/ports';
import { unclaimedOf } from '../../books/index.ts';
import {
  isPullReturn,
  isStoreBehind,
  readPullReturn,
  type TransactionReads,
  type UnmatchedTransaction,
} from '../../transactions/index.ts';
import type { OperationView } from '../repository.ts';

/** What an unmatched pull brought: to which account of ours, and from whom. */
export interface Pulled {
  readonly unmatched: UnmatchedTransaction;
  readonly book: Book;
  readonly payer: Address;
  readonly nonce: bigint;
  readonly units: Units;
}

/**
 * Uses only the store, so that the unit that commits the payment can check again. Resolves to the
 * owner of the next attempt. Throws the reason why the money must not be refunded.
 */
export async function assertReturnable(
  view: Pick<OperationView, 'transactions' | 'transfers' | 'books'>,
  { unmatched, book, payer, nonce, units }: Pulled,
): Promise<string> {
  const listed = await view.transactions.unmatchedTransactions();
  const closed = listed.find(({ id }) => id === unmatched.id)?.closed ?? null;
  if (closed !== null && isSettled({ closed }))
    throw refused(`${closed.by} closed it as ${closed.as}, so its money is where it belongs`);
  const back = await readPullReturn(view.transactions, unmatched.id);
  if (back.kind !== 'none')
    throw refused(
      `it ${back.kind === 'returned' ? 'was given back' : 'is being given back'} by ${back.transaction.id}${back.transaction.minedHash === null ? '' : ` in ${back.transaction.minedHash}`}`,
    );
  const route = await view.transfers.routeByPermit({
    chain: book.chain,
    owner: evmAddress(payer),
    nonce,
  });
  if (route !== null)
    throw refused(`its permit is that of the route ${route.id}, which the money belongs to`);
  const behind = (await view.transactions.accounts()).find(({ stopped }) => isStoreBehind(stopped));
  if (behind !== undefined)
    throw new RelayError(
      'ACCOUNT_STOPPED',
      { chain: behind.chain },
      `what ${behind.account} on ${behind.chain} has sent is still being read, and its delivery may be among that; wait until no account is stopped`,
    );
  const unclaimed = await unclaimedOf(view.books, book);
  const leaving = (await view.transactions.openTransactions({ at: book }))
    .filter(({ owner, expects }) => isPullReturn(owner) && expects?.token === book.token)
    .reduce((sum, { expects }) => sum + (expects?.units ?? 0n), 0n);
  if (unclaimed - leaving < units)
    throw refused(
      `${unclaimed - leaving} of ${book.token} are unclaimed on ${book.account}, and it brought ${units}: the money was handed on, the chain was not compared with the books yet ("interline books reconcile"), or it was classified ("interline float withdraw" pays out capital)`,
    );
  return back.owner;
}

interface PaidPorts {
  readonly custody: Pick<CustodyPort, 'account' | 'paymentsSince'>;
  readonly store: { readonly reads: Pick<OperationView, 'transactions'> };
}

/** Whether the recipient or the payer of a closed pull has the money. */
function isSettled({ closed }: Pick<UnmatchedTransaction, 'closed'>): boolean {
  return closed !== null && closed.as !== 'explained';
}

/**
 * Transactions that paid the payer exactly what the pull brought, from the chain and the store,
 * without payments due for routes and returned pulls, and those that closed another pull. If the
 * time is too far back to search the chain, only the store decides.
 */
export async function paidBack(
  { custody, store }: PaidPorts,
  pulled: Pulled,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const { book, payer, units } = pulled;
  const { transactions } = store.reads;
  const all = await transactions.unmatchedTransactions();
  const equal = await equalPulls(transactions, pulled);
  const from = accountRoles.map((role) => custody.account(book.chain, role));
  const sinceSec = Math.floor(Math.min(...equal.map(({ atMs }) => atMs)) / 1_000);
  const search = { token: asAddress(book.token), from, to: payer, sinceSec };
  const seen = (await custody.paymentsSince(book.chain, search, signal)) ?? [];
  const hashes = seen.filter((one) => one.units === units).map(({ hash }) => hash);
  const isDue = await Promise.all(
    hashes.map(async (hash) => {
      const signed = await transactions.signedTransaction(hash);
      const known = signed === null ? null : await transactions.transaction(signed.transactionId);
      return known !== null && (known.owner.kind === 'route' || isPullReturn(known.owner));
    }),
  );
  const stored = all.filter(
    ({ kind, chain, moved }) =>
      kind === 'payment' &&
      chain === book.chain &&
      moved.some((one) => one.token === book.token && one.to === payer && one.units === units),
  );
  const paid = new Set([
    ...hashes.filter((_one, index) => !isDue[index]),
    ...stored.flatMap(({ hash }) => (hash === null ? [] : [hash])),
  ]);
  for (const { closed } of all) if (closed?.evidence != null) paid.delete(closed.evidence);
  return paid;
}

/**
 * If the payer was paid this amount at least as often as there are equal pulls left, the pulls
 * count as refunded.
 */
export async function assertNotPaid(
  view: Pick<OperationView, 'transactions'>,
  pulled: Pulled,
  paid: ReadonlySet<string>,
): Promise<void> {
  if (paid.size < (await equalPulls(view.transactions, pulled)).length) return;
  throw refused(
    `our accounts have paid ${pulled.units} of ${pulled.book.token} to the payer since, in ${[...paid].join(', ')}: it was given back already`,
  );
}

/**
 * Unmatched pulls of the same payer and amount that no order has refunded and that were not closed
 * as delivered or returned, including this one.
 */
async function equalPulls(
  reads: Pick<TransactionReads, 'unmatchedTransactions' | 'transactionsOf'>,
  { book, payer, units }: Pulled,
): Promise<readonly UnmatchedTransaction[]> {
  const equal = (await reads.unmatchedTransactions()).filter(
    ({ kind, chain, permit, moved, closed }) =>
      kind === 'pull' &&
      !isSettled({ closed }) &&
      chain === book.chain &&
      permit?.owner === payer &&
      moved.some((one) => one.token === book.token && one.units === units),
  );
  const backs = await Promise.all(equal.map(({ id }) => readPullReturn(reads, id)));
  return equal.filter((_one, index) => backs[index]?.kind === 'none');
}

/** The money stays where it is. */
export function refused(reason: string): RelayError {
  return new RelayError('WRONG_STATE', { field: 'id' }, `it is not given back: ${reason}`);
}

import { routeOwner } from '@interline/kernel';
import { type Entry, lostEntry, netOf, reverseMined, standingEntries } from '../../books/index.ts';
import type { TransferPorts } from '../ports.ts';
import type { TransferUnit } from '../repository.ts';
import type { Route } from '../route.ts';
import { bookedRoute } from '../settle/booked-route.ts';
import type { Deposit } from './deposit.ts';
import { givenFor, sumOf, usedOf } from './worth-of.ts';

/**
 * Books a loss for what was delivered or refunded for a deposit that is gone, as far as nothing
 * else at its address covers it. The loss is reversed if the deposit reappears.
 */
export async function bookLoss(
  ports: TransferPorts,
  route: Route,
  deposit: Deposit,
): Promise<Deposit> {
  const isGone = isBackingGone(deposit);
  if (!isGone && !deposit.isLost) return deposit;
  const transactionId = `${route.id}/deposit`;
  const booked = await postedOf(ports.store.reads, deposit);
  const isLost = isGone && debtIn(booked) > 0n;
  if (isLost === deposit.isLost && lossIn(booked) === debtIn(booked)) return deposit;
  const atMs = ports.clock.now();
  const moved = await ports.store.run('deposit-lost', async (tx) => {
    await reverseMined(tx.books, routeOwner(route.id), transactionId, atMs);
    const posted = await postedOf(tx, deposit);
    const entry = isLost ? lostEntry(bookedRoute(route), posted, { transactionId, atMs }) : null;
    if (entry !== null) await tx.books.post(entry);
    return tx.transfers.moveDeposit(deposit, { isLost });
  });
  if (isLost) ports.log.error('deposit-lost', { routeId: route.id, chain: deposit.chain });
  return moved;
}

/**
 * A rest that was refunded before its payout was given up is backed by what nothing uses any more.
 */
function isBackingGone(deposit: Deposit): boolean {
  const there = deposit.outputs.filter(({ isGone }) => !isGone);
  return usedOf(deposit).some(({ isGone }) => isGone) || sumOf(there) < givenFor(deposit);
}

/** The entries of the route and of its refunds, each of which is an owner of its own. */
async function postedOf(
  { books }: { readonly books: Pick<TransferUnit['books'], 'entriesOf'> },
  { routeId, refunds }: Pick<Deposit, 'routeId' | 'refunds'>,
): Promise<readonly Entry[]> {
  const posted: Entry[] = [];
  for (const owner of [routeId, ...refunds.map(({ id }) => id)])
    posted.push(...(await books.entriesOf(owner)));
  return posted;
}

function lossIn(posted: readonly Entry[]): bigint {
  return sumOfLines(
    standingEntries(posted).filter(({ kind }) => kind === 'lost'),
    'losses',
  );
}

/** What the payer would owe if no loss had been booked. */
function debtIn(posted: readonly Entry[]): bigint {
  const debt = sumOfLines(posted, 'owed-to-payers') + lossIn(posted);
  return debt > 0n ? debt : 0n;
}

function sumOfLines(posted: readonly Entry[], kind: 'losses' | 'owed-to-payers'): bigint {
  return [...netOf(posted, kind).values()].reduce((sum, { units }) => sum + units, 0n);
}

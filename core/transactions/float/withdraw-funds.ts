import {
  openReservation,
  accountRoles,
  type AccountRole,
  asUnits,
  type Book,
  type ChainRef,
  type Address,
  nativeAddress,
  noUnits,
  type Owner,
  RelayError,
  type Reservation,
  type Transaction,
  type Units,
  unplaced,
} from '@interline/kernel';
import type { Prepared, StorePort } from '@interline/ports';
import { assertMayCommit, chainScope } from '../../switches/index.ts';
import { awaitTransaction } from '../watch/await-transaction.ts';
import { commitTransactions } from '../send/commit-transactions.ts';
import { sendOrPostpone } from '../send/send-or-postpone.ts';
import { freeIn } from './inventory.ts';
import { withEachKeySet } from '../accounts/key-sets.ts';
import type { TransactionPorts } from '../ports.ts';
import { isPullReturn } from './pull-return.ts';
import type { TransactionUnit, TransactionView } from '../repository.ts';
import {
  type Booked,
  type MinedTransaction,
  settleEnd,
  settleMined,
} from '../settle/settle-transaction.ts';
import { isWithdrawal, withdrawalPrefix } from './withdrawal-owner.ts';

export interface Withdrawal {
  readonly chain: ChainRef;
  readonly role: AccountRole;
  /** Contract address, or `native`. */
  readonly token: string;
  readonly to: Address;
  readonly units: Units;
  /** The account's keys were rotated out, and no route is open on them. */
  readonly isIdle?: boolean;
  /**
   * Refunds an unmatched pull, under the owner that `readPullReturn` names. It is booked against
   * unclaimed money on the account, and `assertMay` has checked that there is enough.
   */
  readonly returns?: string;
}

/**
 * Sends an account's holdings to another address through the account's own slot queue: committed
 * and sent on return, and settled by `settleWithdrawals`. Only free money leaves, never a route's.
 * `assertMay` runs first in the committing unit. Throws `INSUFFICIENT_FLOAT`, `PAUSED` while the
 * service or the chain is paused, `ACCOUNT_STOPPED`, `GAS_EXHAUSTED`, `CHAIN_UNREACHABLE`, and
 * `SIMULATION_FAILED` if the token refuses the transfer.
 */
export async function withdrawFunds<Unit extends TransactionUnit>(
  ports: PortsOf<Unit>,
  withdrawal: Withdrawal,
  assertMay: (tx: Unit) => Promise<void>,
  signal: AbortSignal,
): Promise<readonly Transaction[]> {
  const { chain, role, token, units, returns } = withdrawal;
  const prepared = await prepareWithdrawal(ports, withdrawal, signal);
  const book = { chain, account: ports.custody.account(chain, role), token };
  const id = returns ?? `${withdrawalPrefix}${ports.entropy.hex(12)}`;
  const owner: Owner = { kind: 'relayer', id };
  const committed = await ports.store.run('commit-withdrawal', async (tx) => {
    await assertMay(tx);
    await assertMayCommit(tx, ['service', chainScope(chain)]);
    if (token !== nativeAddress) {
      await assertMayLeave(tx, book, withdrawal);
      await tx.transactions.insertReservation(reservationOf(owner, book, units));
    }
    return commitTransactions(ports, tx, owner, 0, prepared);
  });
  await sendOrPostpone(ports, committed, signal);
  return committed.map(({ transaction }) => transaction);
}

/** Every refusal of `withdrawFunds` before a commit, based on the store's reads. */
export async function rehearseWithdrawal(
  ports: Pick<PortsOf<TransactionUnit>, 'custody'> & {
    readonly store: { readonly reads: TransactionView };
  },
  withdrawal: Withdrawal,
  signal: AbortSignal,
): Promise<void> {
  const { chain, role, token } = withdrawal;
  const book = { chain, account: ports.custody.account(chain, role), token };
  if (token !== nativeAddress) await assertMayLeave(ports.store.reads, book, withdrawal);
  await prepareWithdrawal(ports, withdrawal, signal);
}

/** Simulated as it will run. Throws `INSUFFICIENT_FLOAT` and the simulation's refusals. */
async function prepareWithdrawal(
  { custody, store }: Parameters<typeof rehearseWithdrawal>[0],
  { chain, role, token, to, units }: Withdrawal,
  signal: AbortSignal,
): Promise<readonly Prepared[]> {
  const prepared = await custody.prepare(
    { kind: 'payout', purpose: 'payout', chain, role, token, to, units },
    signal,
  );
  if (prepared.ok) return prepared.value;
  // Another withdrawal may have taken it since the plan, which the simulation's error cannot tell.
  const book = { chain, account: custody.account(chain, role), token };
  if (role === 'float') assertFree(role, book, units, await freeIn(store.reads, book));
  throw new RelayError(prepared.code, { chain }, prepared.reason);
}

/** Only free money leaves. Throws `INSUFFICIENT_FLOAT`. */
async function assertMayLeave(
  view: TransactionView,
  book: Book,
  { role, units, returns, isIdle = false }: Withdrawal,
): Promise<void> {
  // A spender's balance does not show whose money it is. Unless its keys are retired, all of it is
  // in transit. A refund there was checked to be unclaimed money.
  const isOfTransit = role === 'spender' && !isIdle;
  const free = isOfTransit ? noUnits : await freeIn(view, book);
  if (!isOfTransit || returns === undefined) assertFree(role, book, units, free);
}

function assertFree(
  role: AccountRole,
  { chain, token }: Reservation['book'],
  units: Units,
  free: Units,
): void {
  if (free >= units) return;
  throw new RelayError(
    'INSUFFICIENT_FLOAT',
    { chain },
    `the ${role} account on ${chain} has ${free} of ${token} free; ${units} were to leave`,
  );
}

/** The caller's own unit, which may have more than this module's. */
type PortsOf<Unit extends TransactionUnit> = Omit<TransactionPorts, 'store'> & {
  readonly store: StorePort<TransactionView, Unit>;
};

function reservationOf(owner: Owner, book: Reservation['book'], units: Units): Reservation {
  return openReservation({
    id: owner.id,
    owner,
    book,
    kind: 'outgoing',
    units: asUnits(units),
  });
}

const patienceMs = 1_000;

/** Completes committed withdrawals; a pending one is left for the next run. */
export async function settleWithdrawals(
  ports: TransactionPorts,
  signal: AbortSignal,
): Promise<void> {
  const open = (await ports.store.reads.transactions.openTransactions({ owner: 'relayer' })).filter(
    (one) => isWithdrawal(one) && one.slot !== unplaced && ports.custody.chains.includes(one.chain),
  );
  await Promise.all(open.map((one) => settleOne(ports, one, signal)));
}

async function settleOne(
  ports: TransactionPorts,
  transaction: Transaction,
  signal: AbortSignal,
): Promise<void> {
  const awaited = await awaitTransaction(ports, transaction, { patienceMs }, signal);
  const { id } = transaction.owner;
  const booked = (): Booked => ({
    engine: null,
    atMs: ports.clock.now(),
    against: isPullReturn(transaction.owner) ? 'unclaimed' : 'capital',
    ours: accountsOn(ports, transaction.chain),
  });
  const left = (seen: MinedTransaction): Promise<void> =>
    ports.store.run('settle-withdrawal', async (tx) => {
      await settleMined(tx, seen, booked());
      if (await hasClaim(tx, id)) await tx.transactions.settleReservation(id, seen.mined.block);
    });
  const stayed = (seen: MinedTransaction): Promise<void> =>
    ports.store.run('settle-withdrawal', async (tx) => {
      await settleMined(tx, seen, booked());
      await tx.transactions.releaseReservation(id);
    });
  await settleEnd<void>(ports, awaited, {
    displacedUnit: 'withdrawal-displaced',
    pending: () => undefined,
    whenDisplaced: (tx) => tx.transactions.releaseReservation(id),
    displaced: () => undefined,
    mined: left,
    reverted: stayed,
    filled: stayed,
  });
}

/**
 * Must run in the caller's unit. A reorg removed a withdrawal from its block, so its amount is
 * reserved again. Does nothing for other transactions.
 */
export async function reopenWithdrawal(
  tx: TransactionUnit,
  transaction: Transaction,
): Promise<void> {
  if (!isWithdrawal(transaction)) return;
  const { owner, chain, account, expects } = transaction;
  if (await hasClaim(tx, owner.id)) return tx.transactions.reopenReservation(owner.id);
  // It had been void, and its bytes may succeed this time. A coin withdrawal has no reservation
  // except for its gas.
  if (expects === null || expects.token === nativeAddress) return;
  const book = { chain, account, token: expects.token };
  await tx.transactions.insertReservation(reservationOf(owner, book, asUnits(expects.units)));
}

/** A move between two of our accounts withdraws nothing. */
function accountsOn(ports: TransactionPorts, chain: ChainRef): ReadonlyMap<Address, AccountRole> {
  return new Map(
    withEachKeySet(ports).flatMap(({ custody }) =>
      accountRoles.map((role) => [custody.account(chain, role), role] as const),
    ),
  );
}

async function hasClaim(tx: TransactionUnit, id: string): Promise<boolean> {
  return (await tx.transactions.reservationsOf(id)).some((one) => one.id === id);
}

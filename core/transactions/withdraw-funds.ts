import {
  type AccountRole,
  asUnits,
  type ChainRef,
  type EvmAddress,
  nativeAddress,
  noUnits,
  type Owner,
  RelayError,
  type Reservation,
  type Transaction,
  type Units,
  unplaced,
} from '@interline/kernel';
import { assertMayCommit, chainScope } from '../switches/index.ts';
import { awaitTransaction } from './await-transaction.ts';
import { commitTransactions, sendCommitted } from './commit-transactions.ts';
import { freeIn } from './inventory.ts';
import { withEachKeySet } from './key-sets.ts';
import type { TransactionPorts } from './ports.ts';
import type { TransactionUnit } from './repository.ts';
import {
  type Booked,
  type MinedTransaction,
  settleEnd,
  settleMined,
} from './settle-transaction.ts';

export interface Withdrawal {
  readonly chain: ChainRef;
  readonly role: AccountRole;
  /** Contract address, or `native`. */
  readonly token: string;
  readonly to: EvmAddress;
  readonly units: Units;
  /** The account's keys were rotated out, and no route is open on them. */
  readonly isIdle?: boolean;
}

const prefix = 'wd_';

/** Whether the transaction takes funds of ours out of an account by the operator's order. */
function isWithdrawal({ owner }: Pick<Transaction, 'owner'>): boolean {
  return owner.kind === 'relayer' && owner.id.startsWith(prefix);
}

/**
 * Sends what one of our accounts holds to another address, through the account's own queue of slots:
 * committed and sent on return, and settled by `settleWithdrawals`. Only what is free leaves, so no
 * route's money does. `alongside` runs in the unit that commits it. Throws `INSUFFICIENT_FLOAT`,
 * `PAUSED` while the service or the chain is, `ACCOUNT_STOPPED`, `GAS_EXHAUSTED`, `CHAIN_UNREACHABLE`, and `SIMULATION_FAILED` where the token
 * refuses the transfer.
 */
export async function withdrawFunds(
  ports: TransactionPorts,
  { chain, role, token, to, units, isIdle = false }: Withdrawal,
  alongside: (tx: TransactionUnit, transactions: readonly Transaction[]) => Promise<void>,
  signal: AbortSignal,
): Promise<readonly Transaction[]> {
  const prepared = await ports.custody.prepare(
    { kind: 'payout', purpose: 'payout', chain, role, token, to, units },
    signal,
  );
  if (!prepared.ok) throw new RelayError(prepared.code, { chain }, prepared.reason);
  const owner: Owner = { kind: 'relayer', id: `${prefix}${ports.entropy.hex(12)}` };
  const book = { chain, account: ports.custody.account(role), token };
  const committed = await ports.store.run('commit-withdrawal', async (tx) => {
    await assertMayCommit(tx, ['service', chainScope(chain)]);
    if (token !== nativeAddress) {
      // Whose money it is, the balance of a spender does not say: unless it is idle, it is in transit.
      const free = isIdle || role === 'float' ? await freeIn(tx, book) : noUnits;
      if (free < units)
        throw new RelayError(
          'INSUFFICIENT_FLOAT',
          { chain },
          `the ${role} account on ${chain} has ${free} of ${token} free; ${units} were to leave`,
        );
      await tx.transactions.insertReservation(claimOf(owner, book, units));
    }
    const transactions = await commitTransactions(ports, tx, owner, 0, prepared.value);
    await alongside(
      tx,
      transactions.map(({ transaction }) => transaction),
    );
    return transactions;
  });
  // What is committed leaves whether it could be sent now or not: it is sent again.
  await sendCommitted(ports, committed, signal).catch(() =>
    ports.log.warn('send-postponed', { chain }),
  );
  return committed.map(({ transaction }) => transaction);
}

function claimOf(owner: Owner, book: Reservation['book'], units: Units): Reservation {
  return {
    id: owner.id,
    owner,
    book,
    kind: 'claim',
    units: asUnits(units),
    state: 'open',
    countsFromBlock: 0,
    settledBlock: null,
  };
}

const patienceMs = 1_000;

/** Takes withdrawals that were committed to their ends; one that is still under way is left for the next run. */
export async function settleWithdrawals(
  ports: TransactionPorts,
  signal: AbortSignal,
): Promise<void> {
  const open = (await ports.store.reads.transactions.openTransactions()).filter(
    (one) =>
      isWithdrawal(one) && one.nonce !== unplaced && ports.custody.chains.includes(one.chain),
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
    against: 'capital',
    ours: accountsOfAll(ports),
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
 * Within the caller's unit: a reorg took a withdrawal out of its block, so what it moves is claimed
 * again. Does nothing for other transactions.
 */
export async function reopenWithdrawal(
  tx: TransactionUnit,
  transaction: Transaction,
): Promise<void> {
  if (!isWithdrawal(transaction)) return;
  const { owner, chain, account, expects } = transaction;
  if (await hasClaim(tx, owner.id)) return tx.transactions.reopenReservation(owner.id);
  // It had come to nothing, and its bytes may succeed this time. A coin's has no claim but its gas.
  if (expects === null || expects.token === nativeAddress) return;
  const book = { chain, account, token: expects.token };
  await tx.transactions.insertReservation(claimOf(owner, book, asUnits(expects.units)));
}

/** Between two accounts of ours nothing is taken out. */
function accountsOfAll(ports: TransactionPorts): ReadonlyMap<EvmAddress, AccountRole> {
  return new Map(
    withEachKeySet(ports).flatMap(({ custody }) =>
      (['spender', 'float'] as const).map((role) => [custody.account(role), role] as const),
    ),
  );
}

async function hasClaim(tx: TransactionUnit, id: string): Promise<boolean> {
  return (await tx.transactions.reservationsOf(id)).some((one) => one.id === id);
}

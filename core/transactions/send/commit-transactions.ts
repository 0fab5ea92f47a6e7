import {
  faultInLog,
  neverMined,
  type Transaction,
  type SignedTransaction,
  type Movement,
  movementOf,
  type Owner,
  RelayError,
  unplaced,
} from '@interline/kernel';
import type { Prepared } from '@interline/ports';
import type { TransactionUnit } from '../repository.ts';
import type { TransactionPorts } from '../ports.ts';
import { assertGas, gasReservation } from '../gas.ts';
import { linePlaceOf } from '../multicalls/waiting-line.ts';

export interface CommittedTransaction {
  readonly transaction: Transaction;
  /** Null while the transaction waits for a multicall. */
  readonly signedTransaction: SignedTransaction | null;
}

/**
 * Which step of its owner's plan a prepared transaction serves, for an owner without earlier
 * commits.
 */
export type StepOf = (one: Prepared) => number;

/**
 * Must run in the caller's unit. Allots the slots, signs and stores the transactions of one owner,
 * and reserves their gas. If the account's transactions are merged, they are stored with their
 * calls and wait for the next multicall. Throws `ACCOUNT_STOPPED` or `GAS_EXHAUSTED`, which rolls
 * the unit back.
 */
export async function commitTransactions(
  ports: TransactionPorts,
  tx: TransactionUnit,
  owner: Owner,
  step: number | StepOf,
  prepared: readonly Prepared[],
): Promise<readonly CommittedTransaction[]> {
  const committed: CommittedTransaction[] = [];
  const waiting: Transaction[] = [];
  let bundle = '';
  // One time for all of them, so that none counts as a later attempt of another.
  const nowMs = typeof step === 'number' ? await afterEarlier(ports, tx, owner) : ports.clock.now();
  for (const [position, one] of prepared.entries()) {
    await assertGas(ports, tx, owner, one);
    const id = `ef_${ports.entropy.hex(12)}`;
    const common = {
      ...transactionOf(one, nowMs),
      id,
      owner,
      step: typeof step === 'number' ? step : step(one),
    };
    if (one.standsAlone !== true && ports.custody.mergesTransactions(one.chain, one.role)) {
      // An allowance may fail beside a successful pull, so it is a bundle of its own.
      if (position === 0 || prepared[position - 1]?.purpose === 'allowance') bundle = id;
      await assertRuns(tx, one);
      const multicall = { bundle, position, call: one.tx, carried: null };
      const transaction = { ...common, slot: unplaced, multicall };
      waiting.push(transaction);
      committed.push({ transaction, signedTransaction: null });
    } else {
      committed.push(await commitSealed(ports, tx, common, one, ownMovement(common)));
    }
    await tx.transactions.insertReservation(gasReservation(owner, id, one));
  }
  const byAccount = Map.groupBy(waiting, ({ chain, account }) => `${chain}/${account}`);
  for (const together of byAccount.values())
    await tx.transactions.insertUnplaced(together, linePlaceOf(together));
  return committed;
}

/**
 * Now, but later than everything the owner has committed. The last attempt decides whether money is
 * sent again, the clocks of two workers differ, and a clock can be set back.
 */
async function afterEarlier(
  { clock }: Pick<TransactionPorts, 'clock'>,
  tx: TransactionUnit,
  owner: Owner,
): Promise<number> {
  // Our own housekeeping has no order.
  const earlier = owner.kind === 'relayer' ? [] : await tx.transactions.transactionsOf(owner.id);
  return Math.max(clock.now(), ...earlier.map((one) => one.createdAtMs + 1));
}

async function assertRuns(
  tx: TransactionUnit,
  { chain, account }: Pick<Prepared, 'chain' | 'account'>,
): Promise<void> {
  const record = await tx.transactions.account(chain, account);
  if (record?.stopped != null)
    throw new RelayError('ACCOUNT_STOPPED', { chain, reason: record.stopped });
}

function ownMovement(transaction: Omit<Transaction, 'slot' | 'multicall'>): readonly Movement[] {
  const movement = movementOf(transaction);
  return movement === null ? [] : [movement];
}

/** Must run in the caller's unit. Returns the slot, the signed bytes and their transaction. */
export async function commitSealed(
  ports: Pick<TransactionPorts, 'custody'>,
  tx: TransactionUnit,
  common: Omit<Transaction, 'slot' | 'multicall'>,
  one: Prepared,
  movements: readonly Movement[],
): Promise<{ readonly transaction: Transaction; readonly signedTransaction: SignedTransaction }> {
  const transaction: Transaction = {
    ...common,
    slot: await tx.transactions.allotSlot(one.chain, one.account),
    multicall: null,
  };
  // The next sweep stops the account. Until then nothing is committed after transactions that the
  // store does not know.
  if ((one.slotsTaken ?? 0) > transaction.slot)
    throw new RelayError('ACCOUNT_STOPPED', { chain: one.chain });
  // Further slots that it consumes: a delegation's authorization uses one.
  for (let more = one.tx.slots ?? 1; more > 1; more -= 1)
    await tx.transactions.allotSlot(one.chain, one.account);
  const signedTransaction = ports.custody.seal(
    { transactionId: transaction.id, movements },
    one,
    transaction.slot,
    transaction.createdAtMs,
  );
  // The slot was free at the head that it was prepared on, so its consumer lies above.
  await tx.transactions.insertTransaction(transaction, one.block);
  await tx.transactions.insertSignedTransaction(signedTransaction);
  return { transaction, signedTransaction };
}

/**
 * Runs after the COMMIT. A remote signer signs and its signature is stored; then everything is sent
 * in slot order, or with the next multicall. What a remote signer does not sign now is sent later.
 */
export async function sendCommitted(
  ports: TransactionPorts,
  committed: readonly CommittedTransaction[],
  signal: AbortSignal,
): Promise<void> {
  const own = committed
    .map(({ signedTransaction }) => signedTransaction)
    .filter((signedTransaction) => signedTransaction !== null);
  for (const { transaction, signedTransaction } of committed)
    if (signedTransaction === null) ports.multicalls.nudge(transaction.chain, transaction.role);
  const signed = await Promise.all(
    own.map((signedTransaction) => signedNow(ports, signedTransaction, signal)),
  );
  await ports.sender.send(signed.filter((one) => one !== null));
}

/**
 * The signed transaction with its bytes. If a remote signer has not signed it yet, it signs now,
 * and the signature is stored first.
 */
export async function ensureSigned(
  ports: TransactionPorts,
  signedTransaction: SignedTransaction,
  signal: AbortSignal,
): Promise<SignedTransaction> {
  if (signedTransaction.raw !== null) return signedTransaction;
  const signed = await ports.custody.sign(signedTransaction, signal);
  return ports.store.run('store-signature', async (tx) => {
    const stored = (
      await tx.transactions.signedTransactionsOf([signedTransaction.transactionId])
    ).find((one) => isSameForm(one, signedTransaction));
    // Another process requested it too. Only the stored one of the two signatures is ever sent: the
    // other would be a form that the store does not know.
    if (stored !== undefined && stored.raw !== null) return stored;
    await tx.transactions.setRaw(signedTransaction.hash, signed);
    return signed;
  });
}

/** Whether it is the same form, signed or not. All forms of a transaction have distinct times. */
function isSameForm(one: SignedTransaction, other: SignedTransaction): boolean {
  return one.slot === other.slot && one.committedAtMs === other.committedAtMs;
}

/**
 * The same; null if a remote signer does not sign now, so that other accounts do not wait for it.
 * Nothing is lost, because the next sending asks again.
 */
export async function signedNow(
  ports: TransactionPorts,
  signedTransaction: SignedTransaction,
  signal: AbortSignal,
): Promise<SignedTransaction | null> {
  return ensureSigned(ports, signedTransaction, signal).catch((error: unknown) => {
    ports.log.warn('form-unsigned', {
      chain: signedTransaction.chain,
      slot: signedTransaction.slot,
      ...faultInLog(error),
    });
    return null;
  });
}

/** The parts of a new transaction that follow from its preparation. */
export function transactionOf(
  one: Prepared,
  nowMs: number,
): Omit<Transaction, 'id' | 'owner' | 'step' | 'slot' | 'multicall'> {
  return {
    purpose: one.purpose,
    chain: one.chain,
    role: one.role,
    account: one.account,
    ...neverMined,
    expects: one.expects,
    simulated: one.simulated ?? null,
    createdAtMs: nowMs,
  };
}

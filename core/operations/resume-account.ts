import {
  type AccountRole,
  carrierOf,
  type ChainRef,
  type Transaction,
  RelayError,
  unplaced,
} from '@interline/kernel';
import type { NonceReading } from '@interline/ports';
import {
  gasReservationId,
  isStoreBehind,
  stopBehind,
  type UnmatchedTransaction,
} from '../transactions/index.ts';
import {
  bringForward,
  type TransferPorts,
  type TransferUnit,
  unlessMoved,
} from '../transfer/index.ts';
import { type AccountState, accountState } from './list-accounts.ts';

/**
 * An operator's order: brings a stopped account forward to the chain's nonce and lets it run. What
 * the chain shows is read and matched first, as it is by itself once it is final. Where no node
 * shows it, the account runs all the same: what was passed over is listed, and its routes stay
 * quarantined until they are released one by one. Throws `BAD_REQUEST` where the account is not stopped, the
 * chain is still behind the store, or the RPC nodes disagree; and `CHAIN_UNREACHABLE`.
 */
export type ResumeAccount = (
  chain: ChainRef,
  role: AccountRole,
  signal: AbortSignal,
) => Promise<AccountState>;

type Ports = TransferPorts;

export function resumeAccount(ports: Ports): ResumeAccount {
  return async (chain, role, signal) => {
    const { custody, store, log } = ports;
    if (!custody.chains.includes(chain))
      throw refused('chain', 'the deployment does not have this chain');
    const nonces = await custody.nonces(chain, custody.account(role), signal);
    if (nonces.leastPending < nonces.pending) throw refused('role', notAgreed);
    if ((await custody.confirmedNonce(chain, custody.account(role), signal)) < nonces.pending)
      throw refused('role', notDeep);
    const forward = await bringForward(ports, chain, role, { depth: 'confirmed' }, signal);
    if (forward.state === 'brought-forward') return accountState(ports, chain, role, signal);
    const lost = await lostTransactions(ports, chain, role, signal);
    await unlessMoved(
      store.run('resume-account', (tx) => letRun(ports, tx, { chain, role, nonces, lost })),
    );
    log.warn('account-resumed', {
      chain,
      role,
      reason: 'by the operator',
      chainNonce: nonces.pending,
    });
    return accountState(ports, chain, role, signal);
  };
}

/** A reorg could drop it and leave a gap in the nonces that no transaction of ours fills. */
const notDeep = 'its last transaction is not deep enough yet; repeat the order when it is';

/** An RPC node that counts too many would bring the account past a gap that is never filled. */
const notAgreed =
  'the nodes do not agree on how many transactions it has sent; repeat the order when they do';

function refused(field: string, reason: string): RelayError {
  return new RelayError('BAD_REQUEST', { field }, reason);
}

interface Resumption {
  readonly chain: ChainRef;
  readonly role: AccountRole;
  readonly nonces: NonceReading;
  readonly lost: readonly Transaction[];
}

async function letRun(
  ports: Ports,
  tx: TransferUnit,
  { chain, role, nonces, lost }: Resumption,
): Promise<void> {
  const account = ports.custody.account(role);
  const record = await tx.transactions.account(chain, account);
  if (record?.stopped == null) throw refused('role', 'this account is not stopped');
  const isBehind = isStoreBehind(record.stopped);
  if (!isBehind && nonces.mined <= record.lastMined)
    throw refused('role', `the chain is still behind the store: ${record.stopped}`);
  // Routes that a reorg reopened since the account stopped are quarantined too.
  if (isBehind) await stopBehind(ports, tx, { chain, role, account }, record.stopped);
  for (const transaction of lost) {
    await tx.transactions.moveTransaction(transaction.id, transaction, { state: 'displaced' });
    await tx.transactions.releaseReservation(gasReservationId(transaction.id));
  }
  if (isBehind) await passOver(ports, tx, { chain, account, slot: record.nextNonce });
  await tx.transactions.openAccount(chain, account, nonces.pending);
  await tx.transactions.stopAccount(chain, account, null);
}

/**
 * What the account is brought past is not read any more, and any route of now may have been its
 * purpose.
 */
async function passOver(
  { clock }: Ports,
  tx: TransferUnit,
  at: Pick<UnmatchedTransaction, 'chain' | 'account' | 'slot'>,
): Promise<void> {
  const nowMs = clock.now();
  const { chain, account, slot } = at;
  for (const one of await tx.transactions.unexplainedTransactions(chain, account))
    await tx.transactions.moveTransaction(one.id, 'displaced', { isFinal: true });
  await tx.transactions.putUnmatched({
    ...at,
    id: `${chain}/${account}/${slot}/${nowMs}`,
    kind: 'unread',
    hash: null,
    block: null,
    atMs: nowMs,
    moved: [],
    permit: null,
    sinceMs: nowMs,
  });
}

/**
 * Open transactions whose nonce was consumed by an on-chain transaction that the store does not
 * know. Left open, each of them would stop the account again.
 */
async function lostTransactions(
  ports: Ports,
  chain: ChainRef,
  role: AccountRole,
  signal: AbortSignal,
): Promise<readonly Transaction[]> {
  const { store, custody } = ports;
  const account = custody.account(role);
  const isOwn = (one: Transaction): boolean =>
    one.chain === chain && one.account === account && one.nonce !== unplaced;
  const open = (await store.reads.transactions.openTransactions()).filter(isOwn);
  if (open.length === 0) return [];
  const signedTransactions = await store.reads.transactions.signedTransactionsOf([
    ...new Set(open.map(carrierOf)),
  ]);
  const watched = open.map((transaction) => ({
    transaction,
    hashes: signedTransactions
      .filter(({ transactionId }) => transactionId === carrierOf(transaction))
      .map(({ hash }) => hash),
  }));
  const { transactions } = await custody.observe(chain, watched, signal);
  const taken = watched.filter(({ transaction }) =>
    transactions.some(
      (one) => one.transactionId === transaction.id && one.mined === null && one.isNonceTaken,
    ),
  );
  const lost: Transaction[] = [];
  for (const one of taken) {
    // The receipt may only be late, so the nonce's consumer must be found, and must not be one of
    // this transaction's own signed forms.
    const consumer = await custody.consumerOf(one, null, signal);
    if (consumer.kind === 'unseen') throw refused('role', `${notFound} ${one.transaction.nonce}`);
    if (!one.hashes.includes(consumer.hash)) lost.push(one.transaction);
  }
  return lost;
}

const notFound = 'the nodes do not all show yet what took number';

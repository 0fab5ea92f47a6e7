import { type AccountRole, type ChainRef, type Transaction, RelayError } from '@interline/kernel';
import type { QueueReading } from '@interline/ports';
import {
  type Account,
  type AccountRecord,
  fillersAmong,
  freeSlots,
  giveUpTransaction,
  isStoreBehind,
  stopBehind,
  takenByOthers,
  type TransactionReads,
  type UnmatchedTransaction,
} from '../transactions/index.ts';
import {
  type AccountForward,
  readForward,
  type TransferPorts,
  type TransferUnit,
} from '../transfer/index.ts';

/** The ports of the order. */
export type ResumePorts = Pick<
  TransferPorts,
  'store' | 'custody' | 'deposits' | 'clock' | 'log' | 'watch' | 'entropy' | 'policy' | 'former'
>;

type Ports = ResumePorts;

/**
 * A stopped account as its chain shows it; moves nothing. What the chain shows is read and matched
 * as it would be automatically once final. Throws `UNROUTABLE_LANE`, `WRONG_STATE` if it is not
 * stopped, the RPC nodes disagree or its last transaction is not deep enough, and
 * `CHAIN_UNREACHABLE`.
 */
export async function examineAccount(
  ports: Ports,
  chain: ChainRef,
  role: AccountRole,
  signal: AbortSignal,
): Promise<Resumption> {
  const { custody, store } = ports;
  if (!custody.chains.includes(chain))
    throw new RelayError(
      'UNROUTABLE_LANE',
      { field: 'chain' },
      'the deployment does not have this chain',
    );
  const queue = await custody.queue(chain, custody.account(chain, role), signal);
  if (queue.leastPending !== queue.pending) throw refused(notAgreed);
  if ((await custody.slotsConfirmed(chain, custody.account(chain, role), signal)) < queue.pending)
    throw refused(notDeep);
  const account = custody.account(chain, role);
  const record = await store.reads.transactions.account(chain, account);
  assertStopped({ queue }, record);
  await assertNoneFree(store.reads, { chain, account }, queue, record);
  const readFrom = await readForward(ports, chain, role, { depth: 'confirmed' }, signal);
  const lost = await lostTransactions(ports, chain, role, signal);
  return { chain, role, queue, lost, bringForward: readFrom };
}

/** A reorg could remove it and leave a gap in the slots that no transaction of ours fills. */
const notDeep = 'its last transaction is not deep enough yet; repeat the order when it is';

/** An RPC node that counts too many would bring the account past a gap that is never filled. */
const notAgreed =
  'the nodes do not agree on how many transactions it has sent, or too few of them answer; repeat the order when they do';

function refused(reason: string): RelayError {
  return new RelayError('WRONG_STATE', { field: 'role' }, reason);
}

export interface Resumption {
  readonly chain: ChainRef;
  readonly role: AccountRole;
  readonly queue: QueueReading;
  /** Open transactions whose slots another transaction has consumed. */
  readonly lost: readonly Transaction[];
  /** Stores what was read of the account, in the unit. */
  readonly bringForward: (tx: TransferUnit) => Promise<AccountForward>;
}

/**
 * Must run in the caller's unit. The account continues at the chain's next slot. What no node shows
 * is skipped and listed, and its routes stay quarantined until they are released one by one. Throws
 * `WRONG_STATE` if it is not stopped, or its chain is still behind the store.
 */
export async function letRun(
  ports: Ports,
  tx: TransferUnit,
  { chain, role, queue, lost, bringForward }: Resumption,
): Promise<void> {
  const account = ports.custody.account(chain, role);
  const record = await tx.transactions.account(chain, account);
  const stopped = assertStopped({ queue }, record);
  const isBehind = isStoreBehind(stopped);
  await assertNoneFree(tx, { chain, account }, queue, record);
  // Routes that a reorg reopened since the account stopped are quarantined too.
  if (isBehind) await stopBehind(ports, tx, { chain, role, account }, stopped);
  const forward = isBehind ? await bringForward(tx) : null;
  if (forward?.state !== 'brought-forward') await goOn(ports, tx, { account, chain, queue, lost });
  const reason = 'by the operator';
  ports.log.warn('account-resumed', { chain, role, reason, chainSlots: queue.pending });
}

/** Why it is stopped. Throws `WRONG_STATE` if it is not, or its chain is behind the store. */
function assertStopped(
  { queue }: Pick<Resumption, 'queue'>,
  record: Pick<AccountRecord, 'stopped' | 'lastMined'> | null,
): string {
  if (record?.stopped == null) throw refused('this account is not stopped');
  if (!isStoreBehind(record.stopped) && queue.mined <= record.lastMined)
    throw refused(`the chain is still behind the store: ${record.stopped}`);
  return record.stopped;
}

/**
 * A skipped free slot is never used: later transactions of the account in the same sequence would
 * wait for it forever, and what a lost part of the store signed for it may still be mined.
 */
async function assertNoneFree(
  { transactions }: { readonly transactions: Pick<TransactionReads, 'openTransactions'> },
  at: Pick<Account, 'chain' | 'account'>,
  queue: QueueReading,
  record: Pick<AccountRecord, 'nextSlot'> | null,
): Promise<void> {
  const fillers = fillersAmong(await transactions.openTransactions({ at }), at);
  const [slot] = [
    ...freeSlots(queue, record?.nextSlot ?? 0),
    ...fillers.map((filler) => filler.slot),
  ].toSorted((a, b) => a - b);
  if (slot !== undefined)
    throw refused(
      `nothing has taken slot ${slot} of this account; the service fills it with a no-op by itself, repeat the order when it has`,
    );
}

/** What could not be read is skipped. An account whose chain was behind has nothing unread. */
async function goOn(
  ports: Pick<Ports, 'clock'>,
  tx: TransferUnit,
  {
    account,
    chain,
    queue,
    lost,
  }: Pick<Resumption, 'chain' | 'queue' | 'lost'> & Pick<Transaction, 'account'>,
): Promise<void> {
  const record = await tx.transactions.account(chain, account);
  // What was read may have explained some of them.
  const unread = await tx.transactions.openTransactions({ at: { chain, account } });
  for (const transaction of lost.filter(({ id }) => unread.some((one) => one.id === id))) {
    await giveUpTransaction(tx, transaction);
  }
  if (record !== null && isStoreBehind(record.stopped))
    await passOver(ports, tx, { chain, account, slot: record.nextSlot });
  await tx.transactions.openAccount(chain, account, queue.pending);
  await tx.transactions.stopAccount(chain, account, null);
}

/** Skipped transactions are never read, and any current route may have been their purpose. */
async function passOver(
  { clock }: Pick<Ports, 'clock'>,
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
    spent: null,
    permit: null,
    sinceMs: nowMs,
  });
}

/**
 * Open transactions whose slot was consumed by an on-chain transaction that the store does not
 * know. Left open, each would stop the account again.
 */
async function lostTransactions(
  ports: Ports,
  chain: ChainRef,
  role: AccountRole,
  signal: AbortSignal,
): Promise<readonly Transaction[]> {
  const account = ports.custody.account(chain, role);
  const lost: Transaction[] = [];
  for (const one of await takenByOthers(ports, { chain, account }, signal)) {
    // The receipt may only be late, so the slot's consumer must be found, and must not be one of
    // this transaction's own signed forms.
    const consumer = await ports.watch.consumerOf(one, signal);
    if (consumer.kind === 'unseen') throw refused(`${notFound} ${one.transaction.slot}`);
    if (one.forms.every(({ hash }) => hash !== consumer.hash)) lost.push(one.transaction);
  }
  return lost;
}

const notFound = 'the nodes do not all show yet what took slot';

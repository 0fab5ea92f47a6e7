import { type AccountRole, type ChainRef, faultInLog, RelayError } from '@interline/kernel';
import type { QueueReading } from '@interline/ports';
import { withEachKeySet } from './key-sets.ts';
import type { TransactionPorts } from '../ports.ts';
import type { AccountRecord } from '../repository.ts';
import { isStoreBehind, stopBehind, stopText } from './stopped-account.ts';

type Ports = Pick<TransactionPorts, 'custody' | 'store' | 'clock' | 'log'>;
type SweepPorts = Ports & Pick<TransactionPorts, 'former'>;

/**
 * - unopened: the store has never used the account
 * - behind: the chain has transactions of the account that the store does not know
 * - reorged: the chain has lost transactions that the store saw final, or is another chain
 * - doubted: some nodes show such transactions, others do not, or are silent
 * - caught-up: it was stopped as reorged, and the chain shows them all again
 */
export type AccountFinding =
  'unopened' | 'behind' | 'doubted' | 'reorged' | 'caught-up' | 'unchanged';

interface Judged {
  /** The store's record after the chain was asked: a slot allotted by then may be on the chain. */
  readonly record: AccountRecord | null;
  /** The store's record before: what another process sees mined meanwhile must not stop it. */
  readonly before: AccountRecord | null;
  readonly queue: QueueReading;
}

/** What the chain's count of slots implies for the account. */
export function findingOf({ record, before, queue }: Judged): AccountFinding {
  if (record === null) return 'unopened';
  if (isStoreBehind(record.stopped) || (queue.leastPending ?? 0) > record.nextSlot) return 'behind';
  if (queue.pending > record.nextSlot) return 'doubted';
  if (record.stopped !== null) return queue.mined > record.lastFinal ? 'caught-up' : 'unchanged';
  return before !== null && queue.mined <= before.lastFinal ? 'reorged' : 'unchanged';
}

interface JudgeOptions {
  /**
   * Only at start does a chain that has lost final transactions stop an account. The finality sweep
   * repairs what a reorg removes before that, at start and later.
   */
  readonly isStart?: boolean;
}

/**
 * Compares the store's slot of an account with the chain's, and opens or stops the account
 * accordingly. Throws `CHAIN_UNREACHABLE`.
 */
export async function judgeAccount(
  ports: Ports,
  chain: ChainRef,
  role: AccountRole,
  signal: AbortSignal,
  { isStart = false }: JudgeOptions = {},
): Promise<AccountFinding> {
  const { custody, store } = ports;
  const account = custody.account(chain, role);
  const before = await store.reads.transactions.account(chain, account);
  const queue = await custody.queue(chain, account, signal);
  const found = findingOf({
    record: await store.reads.transactions.account(chain, account),
    before,
    queue,
  });
  switch (found) {
    case 'unopened':
      await open(ports, chain, role, queue);
      return found;
    case 'behind':
      await stop(ports, chain, role, queue);
      return found;
    case 'doubted':
      await doubt(ports, chain, role, queue);
      return found;
    case 'reorged':
      if (!isStart) return 'unchanged';
      await wait(ports, chain, role, { queue, lastFinal: before?.lastFinal ?? -1 });
      return found;
    case 'caught-up':
    case 'unchanged':
      return found;
  }
}

async function open(
  { custody, store, log }: Ports,
  chain: ChainRef,
  role: AccountRole,
  { pending, leastPending }: QueueReading,
): Promise<void> {
  if (leastPending !== pending) {
    const reason = `of the ${role} account on ${chain} ${countedBy({ pending, leastPending })}`;
    throw new RelayError('CHAIN_UNREACHABLE', { chain }, reason);
  }
  await store.run('open-account', (tx) =>
    tx.transactions.openAccount(chain, custody.account(chain, role), pending),
  );
  if (pending === 0) return;
  const advice =
    'the store is new and the account is not; if this is not a new deployment, the store was lost: stop, and restore it';
  log.error('account-used-before', { chain, role, chainSlots: pending, advice });
}

async function stop(
  ports: Ports,
  chain: ChainRef,
  role: AccountRole,
  queue: QueueReading,
): Promise<void> {
  const account = ports.custody.account(chain, role);
  await ports.store.run('stop-account', async (tx) => {
    const record = await tx.transactions.account(chain, account);
    // An operator may have resumed it meanwhile.
    if (record === null || findingOf({ record, before: null, queue }) !== 'behind') return;
    const reason = `the chain counts ${queue.pending} transactions of this account, the store has allotted ${record.nextSlot}`;
    await stopBehind(ports, tx, { chain, role, account }, reason);
  });
}

/**
 * A single node may lag or lie. Until the nodes agree, nothing new is committed, and no work is
 * quarantined.
 */
async function doubt(
  { custody, store, log }: Ports,
  chain: ChainRef,
  role: AccountRole,
  queue: QueueReading,
): Promise<void> {
  const account = custody.account(chain, role);
  const reason = `of this account ${countedBy(queue)}`;
  const isStopped = await store.run('stop-account', async (tx) => {
    const record = await tx.transactions.account(chain, account);
    if (record?.stopped != null || findingOf({ record, before: null, queue }) !== 'doubted')
      return false;
    await tx.transactions.stopAccount(chain, account, stopText('chain-behind', reason));
    return true;
  });
  if (!isStopped) return;
  const advice =
    'it runs again by itself once no node counts more than the store; check that they are in step';
  log.error('account-stopped', { chain, role, reason, advice });
}

function countedBy({
  pending,
  leastPending,
}: Pick<QueueReading, 'pending' | 'leastPending'>): string {
  return leastPending === null
    ? `one node counts ${pending} transactions, and too few others answer`
    : `the nodes count ${leastPending} to ${pending} transactions`;
}

interface Gap {
  readonly queue: QueueReading;
  readonly lastFinal: number;
}

async function wait(
  { custody, store, log }: Ports,
  chain: ChainRef,
  role: AccountRole,
  gap: Gap,
): Promise<void> {
  const {
    queue: { mined: chainSlots },
    lastFinal,
  } = gap;
  const reason = `the chain counts ${chainSlots} transactions of this account, the store saw slot ${lastFinal} final`;
  await store.run('stop-account', (tx) =>
    tx.transactions.stopAccount(
      chain,
      custody.account(chain, role),
      stopText('chain-behind', reason),
    ),
  );
  const advice = 'it runs again by itself when the chain has caught up';
  log.error('account-stopped', { chain, role, reason, advice });
}

/**
 * Consecutive sweeps that must find an account caught up, because one node may be ahead of the
 * others.
 */
const readingsToResume = 2;

/**
 * Checks every account. One that stopped because its chain was behind runs again once the chain has
 * caught up in several sweeps.
 */
export function accountSweep(all: SweepPorts): (signal: AbortSignal) => Promise<void> {
  const caughtUp = new Map<string, number>();

  async function sweep(
    ports: Ports,
    chain: ChainRef,
    role: AccountRole,
    signal: AbortSignal,
  ): Promise<void> {
    const key = `${chain}/${ports.custody.account(chain, role)}`;
    try {
      const found = await judgeAccount(ports, chain, role, signal);
      const readings = found === 'caught-up' ? (caughtUp.get(key) ?? 0) + 1 : 0;
      caughtUp.set(key, readings);
      if (readings >= readingsToResume) await resume(ports, chain, role);
    } catch (error) {
      caughtUp.delete(key);
      ports.log.warn('account-not-judged', { chain, role, ...faultInLog(error) });
    }
  }

  return async (signal) => {
    await Promise.all(
      withEachKeySet(all).flatMap((ports) =>
        ports.custody.chains.flatMap((chain) => [
          sweep(ports, chain, 'spender', signal),
          sweep(ports, chain, 'float', signal),
        ]),
      ),
    );
  };
}

async function resume(
  { custody, store, log }: Ports,
  chain: ChainRef,
  role: AccountRole,
): Promise<void> {
  const account = custody.account(chain, role);
  const isResumed = await store.run('resume-account', async (tx) => {
    const stopped = (await tx.transactions.account(chain, account))?.stopped ?? null;
    if (stopped === null || isStoreBehind(stopped)) return false;
    await tx.transactions.stopAccount(chain, account, null);
    return true;
  });
  if (isResumed)
    log.info('account-resumed', { chain, role, reason: 'the chain has caught up with the store' });
}

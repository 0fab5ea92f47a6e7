import { type AccountRole, type ChainRef, faultInLog, relayerOwner } from '@interline/kernel';
import { awaitTransaction } from '../watch/await-transaction.ts';
import { commitTransactions, sendCommitted } from '../send/commit-transactions.ts';
import type { TransactionPorts } from '../ports.ts';
import { type MinedTransaction, settleEnd, settleMined } from '../settle/settle-transaction.ts';

/**
 * Finds out which accounts merge their transactions before anything is committed: a standalone
 * transaction of such an account could collide with a merged one in flight. Chains that do not
 * answer are read later.
 */
export async function learnMergingAccounts(
  { custody, log }: Pick<TransactionPorts, 'custody' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  await Promise.all(
    custody.chains.flatMap((chain) =>
      custody.roles(chain).map(async (role) => {
        await custody
          .prepareAccount(chain, role, signal)
          .catch(() => log.warn('multicalls-unknown', { chain, role }));
      }),
    ),
  );
}

/** The executor's code, the delegation to it, and two more for slow ones. */
const stepsAtMost = 4;

/**
 * Continues what an earlier process merged, then sends what each account still needs for the
 * deployment's mode. Until it can merge, every movement has a transaction of its own. False if an
 * account could not be prepared now, because a chain is silent or slow.
 */
export async function prepareAccounts(
  ports: TransactionPorts,
  signal: AbortSignal,
): Promise<boolean> {
  for (const { custody, multicalls } of ports.former)
    for (const chain of custody.chains)
      for (const role of custody.roles(chain)) multicalls.nudge(chain, role);
  const prepared = await Promise.all(
    ports.custody.chains.map(async (chain) => {
      try {
        for (const role of ports.custody.roles(chain))
          if (!(await prepareAccount(ports, chain, role, signal))) return false;
        return true;
      } catch (error) {
        ports.log.error('multicalls-not-opened', {
          chain,
          ...faultInLog(error),
        });
        return false;
      }
    }),
  );
  return prepared.every((isPrepared) => isPrepared);
}

async function prepareAccount(
  ports: TransactionPorts,
  chain: ChainRef,
  role: AccountRole,
  signal: AbortSignal,
): Promise<boolean> {
  ports.multicalls.nudge(chain, role);
  for (let step = 0; step < stepsAtMost && !signal.aborted; step += 1) {
    if (!(await isSeenThrough(ports, chain, role, signal))) continue;
    const missing = await ports.custody.prepareAccount(chain, role, signal);
    if (missing === null) return true;
    const committed = await ports.store.run('commit-delegation', (tx) =>
      commitTransactions(ports, tx, relayerOwner, 0, [missing]),
    );
    ports.log.info('multicalls-open', { chain, role, purpose: missing.purpose });
    await sendCommitted(ports, committed, signal);
  }
  return false;
}

/**
 * Follows what an earlier step, or an earlier process, sent to its end; false while that is
 * unknown.
 */
async function isSeenThrough(
  ports: TransactionPorts,
  chain: ChainRef,
  role: AccountRole,
  signal: AbortSignal,
): Promise<boolean> {
  const account = ports.custody.account(chain, role);
  const open = (
    await ports.store.reads.transactions.openTransactions({ at: { chain, account } })
  ).filter(
    (one) => one.purpose === 'deploy' || one.purpose === 'delegate' || one.purpose === 'trust',
  );
  const { patienceMs } = ports.policy;
  const settle = async (seen: MinedTransaction): Promise<boolean> => {
    await ports.store.run('settle-delegation', (tx) =>
      settleMined(tx, seen, { engine: null, atMs: ports.clock.now() }),
    );
    return true;
  };
  for (const transaction of open) {
    const awaited = await awaitTransaction(ports, transaction, { patienceMs }, signal);
    const hasEnded = await settleEnd(ports, awaited, {
      displacedUnit: 'delegation-displaced',
      pending: () => false,
      displaced: () => true,
      mined: settle,
      reverted: settle,
      filled: settle,
    });
    if (!hasEnded) return false;
  }
  return true;
}

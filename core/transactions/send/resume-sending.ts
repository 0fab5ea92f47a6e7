import {
  type ChainRef,
  faultInLog,
  type SignedTransaction,
  type Transaction,
} from '@interline/kernel';
import type { TransactionPorts } from '../ports.ts';
import { ensureSigned, signedNow } from './commit-transactions.ts';
import { judgeAccount } from '../accounts/judge-account.ts';
import { withEachKeySet, withKeysOf } from '../accounts/key-sets.ts';
import { sentAgainAtMost } from '../replace/replace-transaction.ts';
import { isStoreBehind } from '../accounts/stopped-account.ts';

/**
 * Runs at start: checks each chain's accounts, then resends everything that is committed and open,
 * in slot order. `silent`: the chains that did not answer.
 */
export async function recover(
  ports: TransactionPorts,
  signal: AbortSignal,
): Promise<{ readonly resent: number; readonly silent: readonly ChainRef[] }> {
  const silent: ChainRef[] = [];
  await Promise.all(
    ports.custody.chains.map(async (chain) => {
      try {
        for (const one of withEachKeySet(ports))
          for (const role of one.custody.roles(chain))
            await judgeAccount(one, chain, role, signal, { isStart: true });
      } catch (error) {
        silent.push(chain);
        ports.log.error('chain-not-opened', {
          chain,
          ...faultInLog(error),
        });
      }
    }),
  );
  await logGoneChains(ports);
  return { resent: await resendOpen(ports, 0, signal), silent };
}

/**
 * A chain that was removed from the deployment is not watched. This logs once how many transactions
 * there are not final.
 */
async function logGoneChains({ custody, store, log }: TransactionPorts): Promise<void> {
  const gone = (await store.reads.transactions.watchedTransactions()).filter(
    ({ chain }) => !custody.chains.includes(chain),
  );
  for (const [chain, transactions] of Map.groupBy(gone, (one) => one.chain)) {
    log.warn('chain-gone', { chain, transactions: transactions.length });
  }
}

/** Open transactions per read, which holds the event loop for some milliseconds. */
const readAtOnce = 100;

/**
 * Resends every open transaction of at least that age, in slot order, so that gaps in an account's
 * slots do not last. It also continues open multicalls: one is left behind when its account stops
 * or its process ends, and all of its members may have ended since. An account that is stopped
 * because the store is behind the chain sends nothing. Resolves to the number of resent
 * transactions.
 */
export async function resendOpen(
  ports: TransactionPorts,
  minAgeMs: number,
  signal: AbortSignal,
): Promise<number> {
  const behind = (await ports.store.reads.transactions.accounts()).filter((one) =>
    isStoreBehind(one.stopped),
  );
  const still = new Set(behind.map(({ chain, account }) => `${chain}/${account}`));
  const sent = await Promise.all(
    ports.custody.chains.map(async (chain) => {
      let sentHere = 0;
      for await (const page of openPages(ports, chain, minAgeMs)) {
        const due = page.filter(
          ({ id, createdAtMs, account }) =>
            ports.ages.of(id, createdAtMs) >= minAgeMs && !still.has(`${chain}/${account}`),
        );
        sentHere += await sendAgain(ports, due, signal);
        for (const { chain: at, role, account } of due.filter(({ purpose }) => purpose === 'batch'))
          withKeysOf(ports, account)?.multicalls.nudge(at, role);
        if (signal.aborted) break;
      }
      return sentHere;
    }),
  );
  return sent.reduce((sum, count) => sum + count, 0);
}

async function* openPages(
  { store, clock }: TransactionPorts,
  chain: ChainRef,
  leastMs: number,
): AsyncGenerator<readonly Transaction[]> {
  const age = { nowMs: clock.now(), leastMs };
  let after: Transaction | null = null;
  do {
    const page: readonly Transaction[] = await store.reads.transactions.openPage(chain, {
      age,
      after,
      limit: readAtOnce,
    });
    yield page;
    after = page.length < readAtOnce ? null : (page.at(-1) ?? null);
  } while (after !== null);
}

async function sendAgain(
  ports: TransactionPorts,
  transactions: readonly Transaction[],
  signal: AbortSignal,
): Promise<number> {
  const signedTransactions = await ports.store.reads.transactions.signedTransactionsOf(
    transactions.map((transaction) => transaction.id),
  );
  const latest = [...Map.groupBy(signedTransactions, (one) => one.transactionId).values()].flatMap(
    (forms) => forms.slice(-sentAgainAtMost),
  );
  const signed = await Promise.all(inSlotOrder(latest).map((one) => signedNow(ports, one, signal)));
  const ready = signed.filter((one) => one !== null);
  await ports.sender.send(ready);
  return ready.length;
}

/** Resends all signed forms of one transaction, unless the store is behind its account's chain. */
export async function resendTransaction(
  ports: TransactionPorts,
  { id, chain, account }: Transaction,
  signal: AbortSignal,
): Promise<void> {
  const record = await ports.store.reads.transactions.account(chain, account);
  if (isStoreBehind(record?.stopped)) return;
  const signedTransactions = await ports.store.reads.transactions.signedTransactionsOf([id]);
  await ports.sender.send(
    await Promise.all(signedTransactions.map((one) => ensureSigned(ports, one, signal))),
  );
}

function inSlotOrder(
  signedTransactions: readonly SignedTransaction[],
): readonly SignedTransaction[] {
  return [...signedTransactions].sort(
    (a, b) => a.slot - b.slot || a.committedAtMs - b.committedAtMs,
  );
}

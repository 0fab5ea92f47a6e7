import { accountRoles, type Lane, RelayError } from '@interline/kernel';
import type { CustodyPort } from '@interline/ports';
import type { TransactionPorts } from '../ports.ts';
import type { Account, TransactionReads, TransactionUnit } from '../repository.ts';

/**
 * - chain-behind: the chain shows fewer transactions of the account than the store saw mined, or
 *   some of its nodes show more than the store knows and others do not. The account runs again when
 *   the chain shows them again, or the nodes agree.
 * - store-behind: the chain shows transactions of the account that the store does not know. The
 *   account runs again when they were read from the chain and stored, or an operator resumes it.
 */
type StopKind = 'chain-behind' | 'store-behind';

/**
 * The stored text for a stopped account: the kind, so that the next process knows it too, and the
 * reason, for an operator.
 */
export function stopText(kind: StopKind, reason: string): string {
  return `${kind}: ${reason}`;
}

/** Null for a running account. A text without a known kind counts as store-behind. */
export function stopKindOf(stopped: string | null): StopKind | null {
  if (stopped === null) return null;
  return stopped.startsWith('chain-behind: ') ? 'chain-behind' : 'store-behind';
}

export function isStoreBehind(stopped: string | null | undefined): boolean {
  return stopKindOf(stopped ?? null) === 'store-behind';
}

/** Advice for an operator. */
export const stopAdvice: Readonly<Record<StopKind, string>> = {
  'chain-behind':
    'Wait: the account runs again by itself when the chain shows these transactions again. If that takes ' +
    "more than a few minutes, check that the chain's RPC nodes are in step and serve the right network.",
  'store-behind':
    'Wait: what the account sent is being read from the chain, and it runs again by itself when all of it is final ' +
    'and in the store. If the reason says that the nodes do not show a slot, add a node that serves older blocks. Where that cannot be had, ' +
    '"interline account restart" lets the account go on without, and "interline route release" each ' +
    'quarantined route.',
};

/**
 * Must run in the caller's unit. The chain has transactions of the account that the store does not
 * know, so any work that uses it may already have been paid, refunded or handed over. The account
 * sends nothing, and the owners of its transactions quarantine that work until what was found is
 * known, or an operator releases it.
 */
export async function stopBehind(
  { log }: Pick<TransactionPorts, 'log'>,
  tx: TransactionUnit,
  at: Account,
  reason: string,
): Promise<void> {
  const { chain, role, account } = at;
  const isKnown = isStoreBehind((await tx.transactions.account(chain, account))?.stopped);
  if (!isKnown) await tx.transactions.stopAccount(chain, account, stopText('store-behind', reason));
  const quarantined = await tx.announce.accountBehind({ chain, role, account });
  if (isKnown && quarantined === 0) return;
  const advice =
    'what it sent is being read from the chain, and it runs again by itself; what it waits for: "interline desk"';
  log.error('account-stopped', { chain, role, reason, quarantined, advice });
}

/**
 * Nothing new is accepted from or to a chain on which an account of ours is stopped. Throws
 * `ACCOUNT_STOPPED`.
 */
export async function assertAccountsRun(
  custody: Pick<CustodyPort, 'account'>,
  reads: { readonly transactions: Pick<TransactionReads, 'stoppedAmong'> },
  { from, to }: Lane,
): Promise<void> {
  const stopped = await reads.transactions.stoppedAmong(
    [from, to].flatMap((chain) =>
      accountRoles.map((role) => ({ chain, account: custody.account(chain, role) })),
    ),
  );
  const chain = [from, to].find((one) => stopped.some((record) => record.chain === one));
  if (chain !== undefined) throw new RelayError('ACCOUNT_STOPPED', { chain });
}

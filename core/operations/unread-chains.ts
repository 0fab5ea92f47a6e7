import { chainToWire, type ChainRef, RelayError } from '@interline/kernel';
import type { CustodyPort } from '@interline/ports';
import type { TransactionReads } from '../transactions/index.ts';
import { roleOf } from './desk/role-of.ts';

/**
 * From the store: chains on which an account of ours is stopped, so that its transactions are not
 * in the books yet.
 */
export async function unreadChains({
  store,
  custody,
}: {
  readonly store: {
    readonly reads: { readonly transactions: Pick<TransactionReads, 'accounts'> };
  };
  readonly custody: Pick<CustodyPort, 'account' | 'roles' | 'former' | 'roleOf'>;
}): Promise<ReadonlySet<ChainRef>> {
  const accounts = await store.reads.transactions.accounts();
  return new Set(
    accounts
      .filter(({ stopped, account }) => stopped !== null && roleOf(custody, account) !== undefined)
      .map(({ chain }) => chain),
  );
}

/** Throws `WRONG_STATE` while an account of ours on the chain is stopped. */
export async function assertNoneStopped(
  custody: Pick<CustodyPort, 'account' | 'roles' | 'former' | 'roleOf'>,
  reads: { readonly transactions: Pick<TransactionReads, 'accounts'> },
  chain: ChainRef,
): Promise<void> {
  if ((await unreadChains({ store: { reads }, custody })).has(chain)) throw unread(chain);
}

/**
 * The same while the chain counts more transactions of an account than the store knows, because the
 * next sweep stops it. Throws `CHAIN_UNREACHABLE` too.
 */
export async function assertAllRead(
  custody: Pick<CustodyPort, 'account' | 'roles' | 'former' | 'queue' | 'roleOf'>,
  reads: { readonly transactions: Pick<TransactionReads, 'accounts' | 'account'> },
  chain: ChainRef,
  signal: AbortSignal,
): Promise<void> {
  await assertNoneStopped(custody, reads, chain);
  for (const keys of [custody, ...custody.former])
    for (const account of keys.roles(chain).map((role) => keys.account(chain, role))) {
      const record = await reads.transactions.account(chain, account);
      if (record === null) continue;
      const { pending } = await keys.queue(chain, account, signal);
      if (pending > record.nextSlot) throw unread(chain);
    }
}

function unread(chain: ChainRef): RelayError {
  const on = chainToWire(chain);
  return new RelayError(
    'WRONG_STATE',
    { chain },
    `what an account of ours on ${on} sent is still being read, and may be what is missing; wait until "interline account list" shows none of ${on} stopped, then compare again: interline books reconcile --chain ${on}`,
  );
}

import type { AccountRole, ChainRef, EvmAddress } from '@interline/kernel';
import type { CustodyPort } from '@interline/ports';
import type { TransactionReads } from '../transactions/index.ts';

export interface AccountState {
  readonly chain: ChainRef;
  readonly role: AccountRole;
  readonly account: EvmAddress;
  /** By the store; null for an account it has never used. */
  readonly nextNonce: number | null;
  /** By the chain, with what waits in the RPC node's pool; null where the chain does not answer. */
  readonly chainNonce: number | null;
  /** Why it sends nothing, or null. */
  readonly stopped: string | null;
  /** Its transactions that no replacement can help now; everything behind them waits. */
  readonly stuck: readonly StuckTransaction[];
}

export interface StuckTransaction {
  readonly transactionId: string;
  readonly nonce: number;
  readonly reason: string;
}

/** Every account of the relayer on every chain, as the store and the chain have it now. */
export type ListAccounts = (signal: AbortSignal) => Promise<readonly AccountState[]>;

interface Ports {
  readonly store: {
    readonly reads: {
      readonly transactions: Pick<TransactionReads, 'account' | 'openTransactions'>;
    };
  };
  readonly custody: Pick<CustodyPort, 'chains' | 'account' | 'former' | 'nonces'>;
}

export function listAccounts({ store, custody }: Ports): ListAccounts {
  return (signal) =>
    Promise.all(
      [custody, ...custody.former].flatMap((keys) =>
        keys.chains.flatMap((chain) => [
          accountState({ store, custody: keys }, chain, 'spender', signal),
          accountState({ store, custody: keys }, chain, 'float', signal),
        ]),
      ),
    );
}

export async function accountState(
  {
    store,
    custody,
  }: Pick<Ports, 'store'> & {
    readonly custody: Pick<CustodyPort, 'account' | 'nonces'>;
  },
  chain: ChainRef,
  role: AccountRole,
  signal: AbortSignal,
): Promise<AccountState> {
  const account = custody.account(role);
  const nonces = await custody.nonces(chain, account, signal).catch(() => null);
  const { transactions } = store.reads;
  const record = await transactions.account(chain, account);
  const open = await transactions.openTransactions();
  return {
    chain,
    role,
    account,
    nextNonce: record?.nextNonce ?? null,
    chainNonce: nonces?.pending ?? null,
    stopped: record?.stopped ?? null,
    stuck: open.flatMap((one) =>
      one.chain === chain && one.account === account && one.stuck !== null
        ? [{ transactionId: one.id, nonce: one.nonce, reason: one.stuck }]
        : [],
    ),
  };
}

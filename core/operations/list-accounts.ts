import {
  type AccountRole,
  type ChainRef,
  type Address,
  type TokenList,
  type Transaction,
  unplaced,
} from '@interline/kernel';
import type { CustodyPort } from '@interline/ports';
import type { TransactionReads } from '../transactions/index.ts';
import { accountsWithoutCoin, coinAdvice, type CoinPorts } from './accounts-without-coin.ts';

export interface AccountState {
  readonly chain: ChainRef;
  readonly role: AccountRole;
  readonly account: Address;
  /** True for rotated keys. */
  readonly isFormer: boolean;
  /** From the store; null for an account it has never used. */
  readonly nextSlot: number | null;
  /** From the chain, including the RPC node's pool; null if the chain does not answer. */
  readonly chainSlots: number | null;
  /** Transactions without a known end, including those that wait for a multicall. */
  readonly inFlight: number;
  /** When the oldest of them was committed, in epoch milliseconds; null if there is none. */
  readonly oldestMs: number | null;
  /** Why it sends nothing, or null. */
  readonly stopped: string | null;
  /** Its transactions that no replacement can help now; all transactions after them wait. */
  readonly stuck: readonly StuckTransaction[];
  /**
   * Set if it lacks coin for its next transaction: the number of waiting routes, and advice;
   * otherwise null.
   */
  readonly lacksCoin: string | null;
}

export interface StuckTransaction {
  readonly transactionId: string;
  readonly slot: number;
  readonly reason: string;
}

/** Every account of the relayer on every chain, as the store and the chain show it now. */
export type ListAccounts = (signal: AbortSignal) => Promise<readonly AccountState[]>;

type Keys = Pick<
  CustodyPort,
  'chains' | 'account' | 'roles' | 'queue' | 'fundingAddress' | 'usualGas'
>;

interface Ports extends Pick<CoinPorts, 'chains' | 'clock'> {
  readonly store: CoinPorts['store'] & {
    readonly reads: {
      readonly transactions: Pick<TransactionReads, 'account' | 'openTransactions'>;
    };
  };
  readonly tokens: Pick<TokenList, 'on'>;
  readonly custody: Keys & { readonly former: readonly Keys[] };
}

export function listAccounts(ports: Ports): ListAccounts {
  const { store, custody, tokens } = ports;
  return async (signal) => {
    const without = await accountsWithoutCoin(ports, signal);
    return Promise.all(
      [custody, ...custody.former].flatMap((keys) =>
        keys.chains.flatMap((chain) =>
          keys.roles(chain).map(async (role) => {
            const lacking = without.find(
              (one) => one.chain === chain && one.account === keys.account(chain, role),
            );
            return {
              ...(await accountState({ store, custody: keys }, chain, role, signal)),
              isFormer: keys !== custody,
              lacksCoin:
                lacking === undefined ? null : `no coin for gas: ${coinAdvice(lacking, tokens)}`,
            };
          }),
        ),
      ),
    );
  };
}

/** For an account of the current keys, without reading its coin. */
export async function accountState(
  {
    store,
    custody,
  }: {
    readonly store: {
      readonly reads: {
        readonly transactions: Pick<TransactionReads, 'account' | 'openTransactions'>;
      };
    };
  } & { readonly custody: Pick<CustodyPort, 'account' | 'queue'> },
  chain: ChainRef,
  role: AccountRole,
  signal: AbortSignal,
): Promise<AccountState> {
  const account = custody.account(chain, role);
  const queue = await custody.queue(chain, account, signal).catch(() => null);
  const record = await store.reads.transactions.account(chain, account);
  const open = inOrder(await store.reads.transactions.openTransactions({ at: { chain, account } }));
  return {
    chain,
    role,
    account,
    isFormer: false,
    nextSlot: record?.nextSlot ?? null,
    chainSlots: queue?.pending ?? null,
    inFlight: open.length,
    oldestMs: open.length === 0 ? null : Math.min(...open.map((one) => one.createdAtMs)),
    stopped: record?.stopped ?? null,
    stuck: open.flatMap((one) =>
      one.stuck !== null ? [{ transactionId: one.id, slot: one.slot, reason: one.stuck }] : [],
    ),
    lacksCoin: null,
  };
}

/** Ordered by slot; transactions that wait for a multicall come last. */
export function inOrder(open: readonly Transaction[]): readonly Transaction[] {
  const place = ({ slot }: Transaction): number =>
    slot === unplaced ? Number.MAX_SAFE_INTEGER : slot;
  return open.toSorted((a, b) => place(a) - place(b) || a.createdAtMs - b.createdAtMs);
}

import {
  type AccountRole,
  carrierOf,
  type ChainRef,
  type TxHash,
  RelayError,
  type SignedTransaction,
  type Transaction,
  unplaced,
} from '@interline/kernel';
import type { TransactionReading } from '@interline/ports';
import { withEachKeySet } from '../transactions/index.ts';
import type { TransferPorts } from '../transfer/index.ts';
import { type AccountState, accountState, inOrder } from './list-accounts.ts';

/** An open transaction's current state on its chain. */
export type ShownByChain =
  /** The chain did not answer, or the transaction was not sent yet. */
  | { readonly kind: 'unknown' }
  /** Unmined, with its slot free. */
  | { readonly kind: 'waiting' }
  /** The slot is consumed, but the consumer, or its end, was not found yet. */
  | { readonly kind: 'slot-taken'; readonly receiptOwed: TxHash | null }
  | {
      readonly kind: 'in-block';
      readonly hash: TxHash;
      readonly block: number;
      readonly isSuccess: boolean;
    };

/** An open transaction with its signed forms, oldest first. */
export interface OpenTransaction {
  readonly transaction: Transaction;
  readonly forms: readonly SignedTransaction[];
  readonly chain: ShownByChain;
}

/** An account with all of its unfinished work. */
export interface AccountSheet {
  readonly state: AccountState;
  readonly open: readonly OpenTransaction[];
}

/**
 * The current account of that role, then those of former keys that still have open work. Throws
 * `UNROUTABLE_LANE` for a chain that the deployment does not have.
 */
export type ShowAccount = (
  chain: ChainRef,
  role: AccountRole,
  signal: AbortSignal,
) => Promise<readonly AccountSheet[]>;

export function showAccount(ports: TransferPorts): ShowAccount {
  return async (chain, role, signal) => {
    if (!ports.custody.chains.includes(chain))
      throw new RelayError(
        'UNROUTABLE_LANE',
        { field: 'chain' },
        'the deployment does not have this chain',
      );
    const sheets = await Promise.all(
      withEachKeySet(ports).map(async (own) => {
        const state = await accountState(own, chain, role, signal);
        const open = await openTransactions(own, chain, role, signal);
        return { state: { ...state, isFormer: own.custody !== ports.custody }, open };
      }),
    );
    return sheets.filter(({ state, open }) => !state.isFormer || open.length > 0);
  };
}

async function openTransactions(
  { store, custody }: TransferPorts,
  chain: ChainRef,
  role: AccountRole,
  signal: AbortSignal,
): Promise<readonly OpenTransaction[]> {
  const { reads } = store;
  const at = { chain, account: custody.account(chain, role) };
  const open = inOrder(await reads.transactions.openTransactions({ at }));
  const forms = await reads.transactions.signedTransactionsOf([...new Set(open.map(carrierOf))]);
  const withForms = open.map((transaction) => ({
    transaction,
    forms: forms.filter(({ transactionId }) => transactionId === carrierOf(transaction)),
  }));
  const watched = withForms.filter(({ transaction }) => transaction.slot !== unplaced);
  const reading =
    watched.length === 0 ? null : await custody.observe(chain, watched, signal).catch(() => null);
  return withForms.map((one) => ({
    ...one,
    chain: shown(
      reading?.transactions.find(({ transactionId }) => transactionId === one.transaction.id),
    ),
  }));
}

function shown(reading: TransactionReading | undefined): ShownByChain {
  if (reading === undefined) return { kind: 'unknown' };
  if (reading.mined !== null) {
    const { hash, block, isSuccess } = reading.mined;
    return { kind: 'in-block', hash, block, isSuccess };
  }
  return reading.isSlotTaken
    ? { kind: 'slot-taken', receiptOwed: reading.receiptOwed }
    : { kind: 'waiting' };
}

import {
  carrierOf,
  type ChainRef,
  type EvmAddress,
  type SignedTransaction,
  type Transaction,
  unplaced,
} from '@interline/kernel';
import type { TransactionPorts } from './ports.ts';

/** Most slots that one look reads: each takes many requests. */
const slotsAtMost = 64;

/** What the chain shows of an account that the store does not know. */
export interface UnknownSlots {
  /** The lowest first, so many as one look reads. */
  readonly slots: readonly number[];
  /** Whether there are more. */
  readonly isCut: boolean;
  /** A block at which the first of them was free; null where none is known. */
  readonly freeAt: number | null;
  /**
   * The account's open transactions that the chain shows reverted, as the store does not know yet.
   */
  readonly reverted: ReadonlySet<string>;
}

/**
 * The slots below `mined` that were never allotted, and those whose consumer is not any form of the
 * transaction that the store has there. Throws `CHAIN_UNREACHABLE`.
 */
export async function unknownSlots(
  ports: Pick<TransactionPorts, 'custody' | 'store'>,
  at: { readonly chain: ChainRef; readonly account: EvmAddress },
  { nextNonce, mined }: { readonly nextNonce: number; readonly mined: number },
  signal: AbortSignal,
): Promise<UnknownSlots> {
  const { chain, account } = at;
  const reads = ports.store.reads.transactions;
  const open = (await reads.openTransactions()).filter(
    (one) => one.chain === chain && one.account === account && one.nonce !== unplaced,
  );
  const displaced = await reads.unexplainedTransactions(chain, account);
  const forms = await reads.signedTransactionsOf([...new Set(open.map(carrierOf))]);
  const seen = await observed(ports, chain, open, forms, signal);
  const taken = open.filter(({ id }) => seen.get(id)?.isUnknown === true);
  const allotted = [...taken, ...displaced].map(({ nonce }) => nonce);
  const never = Array.from({ length: Math.max(0, mined - nextNonce) }, (_, at) => nextNonce + at);
  const all = [...new Set([...allotted, ...never])].sort((a, b) => a - b);
  return {
    slots: all.slice(0, slotsAtMost),
    isCut: all.length > slotsAtMost,
    freeAt: await freeAtOf(ports, at, all[0]),
    reverted: new Set(open.map(({ id }) => id).filter((id) => seen.get(id)?.isReverted === true)),
  };
}

interface Seen {
  readonly isUnknown: boolean;
  readonly isReverted: boolean;
}

async function observed(
  { custody }: Pick<TransactionPorts, 'custody'>,
  chain: ChainRef,
  open: readonly Transaction[],
  forms: readonly SignedTransaction[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Seen>> {
  if (open.length === 0) return new Map();
  const hashes = Map.groupBy(forms, ({ transactionId }) => transactionId);
  const reading = await custody.observe(
    chain,
    open.map((transaction) => ({
      transaction,
      hashes: (hashes.get(carrierOf(transaction)) ?? []).map(({ hash }) => hash),
    })),
    signal,
  );
  return new Map(
    reading.transactions.map(({ transactionId, mined, isNonceTaken, receiptOwed }) => [
      transactionId,
      {
        isUnknown: isNonceTaken && mined === null && receiptOwed === null,
        isReverted: mined?.isSuccess === false,
      },
    ]),
  );
}

/** The block of the account's last known transaction below the slot. */
async function freeAtOf(
  { store }: Pick<TransactionPorts, 'store'>,
  { chain, account }: { readonly chain: ChainRef; readonly account: EvmAddress },
  slot: number | undefined,
): Promise<number | null> {
  if (slot === undefined) return null;
  return store.reads.transactions.minedBefore(chain, account, slot);
}

import { type Transaction, nativeAddress, unplaced, type TxHash } from '@interline/kernel';
import type {
  ChainReading,
  TransactionReading,
  MinedReading,
  TransferSeen,
  WatchedForm,
  WatchedTransaction,
} from '@interline/ports';
import type { EvmChain } from '../evm-chain.ts';
import { headBlock } from '../rpc/blocks.ts';
import { RpcFault } from '../rpc/rpc-fault.ts';
import { carriedReading } from './carried-reading.ts';
import { byHash, noncesBefore, readAtHead } from './read-at-head.ts';
import type { ChainReceipt } from './receipts.ts';
import { disputedEnds, lateReceipts } from './cross-check.ts';
import { evmTx } from '../evm-tx-fields.ts';
import { ofListed } from './transfers.ts';

/**
 * Reads everything as of one head of one node, in two requests. A pending transaction's receipt is
 * requested only once its slot is taken, in a third request if that happened between the two. A
 * further request follows when a receipt names an earlier unread block, because the receipt counts
 * only while that block is canonical. More follow only if a slot is taken without a receipt, if a
 * receipt shows less than had to move, and one to another node for receipts that no second node
 * confirms at this depth. An impossible receipt counts as missing and holds up no other
 * transaction.
 */
export async function observe(
  chain: EvmChain,
  watched: readonly WatchedTransaction[],
  signal: AbortSignal,
): Promise<ChainReading> {
  return chain.client.read(async (node) => {
    const [[head], before] = await Promise.all([
      node.ask([headBlock]),
      noncesBefore(node, watched),
    ]);
    const read = await readAtHead(chain, node, head, watched, before);
    const { receipts: own, odd, nonces, canonical } = read;
    const isTaken = ({ account, slot }: Transaction): boolean =>
      slot !== unplaced && (nonces.get(account) ?? 0) > slot;
    const isFree = (one: Transaction): boolean => one.slot !== unplaced && !isTaken(one);
    const missing = watched
      .filter(
        ({ transaction, forms }) =>
          isTaken(transaction) && !forms.some(({ hash }) => own.has(hash)),
      )
      .flatMap(({ forms }) => forms);
    const late =
      missing.length === 0
        ? null
        : await lateReceipts(
            chain,
            { node, canonical, head: head.number },
            [...byHash(missing).values()],
            signal,
          );
    canonical.keep();
    const receipts = late === null ? own : new Map([...own, ...late.receipts]);

    // Another node must confirm everything that moved what it had to: no single node makes a route
    // done. A receipt that the node being read has not served needs two others.
    const seen = watched.map(({ transaction, forms }) => ({
      transaction,
      forms,
      mined: minedOf(chain, { transaction, forms, receipts, own }),
    }));
    // A transaction in a block has consumed its slot, so this is a forged receipt, or two backends
    // disagree.
    if (seen.some(({ transaction, mined }) => mined !== null && isFree(transaction)))
      throw new RpcFault('inconsistent', 'a slot is free whose transaction is said to be mined');
    const ends = seen.flatMap(({ transaction, mined }) =>
      mined === null || (bringsAll(transaction, mined) && own.has(mined.hash))
        ? []
        : [receipts.get(mined.hash)],
    );
    const doubtful = [...new Set(ends)].filter((one) => one !== undefined);
    const moved = seen.flatMap(({ transaction, mined }) =>
      mined !== null && bringsAll(transaction, mined) ? [own.get(mined.hash)] : [],
    );
    const brought = [...new Set(moved)].filter((one) => one !== undefined);
    const hashes = watched.flatMap(({ forms }) => forms.map(({ hash }) => hash));
    const reached = await chain.heads.upTo(node, head, signal);
    const [ended, shownByOne] = await Promise.all([
      disputedEnds(chain, { node, receipts: own }, doubtful, signal),
      chain.agreed.missing(
        chain,
        { node, asked: hashes, reached: reached.number },
        brought,
        signal,
      ),
    ]);
    const disputed = new Set([...ended, ...shownByOne]);

    const transactions = seen.map(({ transaction, forms, mined }): TransactionReading => {
      const owed =
        forms.find(
          ({ hash }) =>
            disputed.has(hash) ||
            odd.has(hash) ||
            late?.owed.has(hash) === true ||
            late?.receipts.has(hash) === true,
        )?.hash ?? null;
      const proven = mined === null || disputed.has(mined.hash) ? null : mined;
      return {
        transactionId: transaction.id,
        mined: proven,
        isSlotTaken: isTaken(transaction),
        receiptOwed: proven === null ? owed : null,
      };
    });
    return {
      chain: chain.ref,
      block: reached.number,
      head: head.number,
      timestampSec: reached.timestampSec,
      transactions,
    };
  }, signal);
}

/**
 * The receipt of the single form that a block can hold. Two receipts from the node in use are its
 * fault; two from others are treated as missing, like one on which they disagree.
 */
function minedOf(
  chain: Pick<EvmChain, 'tokens'>,
  {
    transaction,
    forms,
    receipts,
    own,
  }: {
    readonly transaction: Transaction;
    readonly forms: readonly WatchedForm[];
    readonly receipts: ReadonlyMap<TxHash, ChainReceipt>;
    readonly own: ReadonlyMap<TxHash, ChainReceipt>;
  },
): MinedReading | null {
  const found = forms.flatMap((form) => {
    const receipt = receipts.get(form.hash);
    if (receipt === undefined) return [];
    return [{ form, receipt: { ...receipt, transfers: ofListed(receipt.transfers, chain) } }];
  });
  const [only, ...more] = found;
  if (only === undefined) return null;
  if (more.length > 0 && found.some(({ form }) => own.has(form.hash)))
    throw new RpcFault('inconsistent', 'two transactions of one nonce are said to be mined');
  if (more.length > 0) return null;

  const { form, receipt } = only;
  const carried = transaction.multicall?.carried ?? null;
  if (carried !== null) return carriedReading(transaction, carried, form, receipt);
  const { hash, block, blockHash, isSuccess, gasUsed, gasCost, transfers } = receipt;
  return {
    hash,
    block,
    blockHash,
    isSuccess,
    gasUsed,
    gasCost,
    transfers: [...transfers, ...coinTransfer(transaction, form, receipt)],
  };
}

/** Whether it succeeded and moved what it had to. */
function bringsAll({ expects }: Transaction, { isSuccess, transfers }: MinedReading): boolean {
  if (!isSuccess || expects === null) return isSuccess;
  const moved = transfers
    .filter(
      (one) => one.token === expects.token && one.from === expects.from && one.to === expects.to,
    )
    .reduce((sum, one) => sum + one.units, 0n);
  return moved >= expects.units;
}

/**
 * The coin of a plain transfer, which leaves no log, is what we signed. A receipt with other logs
 * proves it only if coin is what had to move.
 */
function coinTransfer(
  { account, expects, multicall }: Transaction,
  { tx }: WatchedForm,
  { isSuccess, transfers }: ChainReceipt,
): readonly TransferSeen[] {
  const { to, value } = evmTx(tx);
  const isShown =
    isSuccess &&
    value > 0n &&
    multicall === null &&
    (expects?.token === nativeAddress || transfers.length === 0);
  return isShown ? [{ token: nativeAddress, from: account, to, units: value, logIndex: -1 }] : [];
}

import {
  type Transaction,
  type EvmAddress,
  type Hex,
  nativeAddress,
  unplaced,
} from '@interline/kernel';
import type {
  ChainReading,
  TransactionReading,
  MinedReading,
  TransferSeen,
  WatchedForm,
  WatchedTransaction,
} from '@interline/ports';
import type { EvmChain } from '../evm-chain.ts';
import { nonceOf } from '../rpc/state-calls.ts';
import { type Block, blockAt, headBlock } from '../rpc/blocks.ts';
import { RpcFault } from '../rpc/rpc-fault.ts';
import type { RpcNode } from '../rpc/rpc-node.ts';
import type { CanonicalView } from './canonical-blocks.ts';
import { carriedReading } from './carried-reading.ts';
import { type ChainReceipt, type CoinValues, receiptOfForm } from './receipts.ts';
import { disputedEnds, lateReceipts } from './cross-check.ts';

/**
 * Reads everything as of one head of one node, in two requests. Sends a third where a receipt names
 * an earlier block that was not read yet: it counts only while that block is canonical. Sends more
 * only where a slot is taken without a receipt, where a receipt shows less than had to move, and one
 * to another node for receipts that none has shown alike so deep.
 */
export async function observe(
  chain: EvmChain,
  coins: CoinValues,
  watched: readonly WatchedTransaction[],
  signal: AbortSignal,
): Promise<ChainReading> {
  return chain.client.read(async (node) => {
    const [head] = await node.ask([headBlock]);
    const { receipts: own, nonces, canonical } = await readAt(chain, node, head, watched);
    const isTaken = ({ account, nonce }: Transaction): boolean =>
      nonce !== unplaced && (nonces.get(account) ?? 0) > nonce;
    const isFree = (one: Transaction): boolean => one.nonce !== unplaced && !isTaken(one);
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
    const values = await coins.of(coinMovers(watched, receipts), node);

    // We pay out against a pull, so its receipt must come from the node that is read. Of whatever
    // moved what it had to, another must show the same: no node alone makes a route done.
    const seen = watched.map(({ transaction, forms }) => ({
      transaction,
      forms,
      mined: minedOf(transaction, forms, transaction.purpose === 'pull' ? own : receipts, values),
    }));
    // What is in a block has consumed its slot: a forged receipt, or two backends at odds.
    if (seen.some(({ transaction, mined }) => mined !== null && isFree(transaction)))
      throw new RpcFault('inconsistent', 'a slot is free whose transaction is said to be mined');
    const ends = seen.flatMap(({ transaction, mined }) =>
      mined === null || bringsAll(transaction, mined) ? [] : [receipts.get(mined.hash)],
    );
    const doubtful = [...new Set(ends)].filter((one) => one !== undefined);
    const moved = seen.flatMap(({ transaction, mined }) =>
      mined !== null && bringsAll(transaction, mined) ? [own.get(mined.hash)] : [],
    );
    const brought = [...new Set(moved)].filter((one) => one !== undefined);
    const reached = await chain.heads.upTo(node, head, signal);
    const [ended, shownByOne] = await Promise.all([
      disputedEnds(chain, { node, receipts: own }, doubtful, signal),
      chain.agreed.missing(chain, { node, reached: reached.number }, brought, signal),
    ]);
    const disputed = new Set([...ended, ...shownByOne]);

    const transactions = seen.map(({ transaction, forms, mined }): TransactionReading => {
      const owed =
        forms.find(
          ({ hash }) =>
            disputed.has(hash) ||
            late?.owed.has(hash) === true ||
            late?.receipts.has(hash) === true,
        )?.hash ?? null;
      const proven = mined === null || disputed.has(mined.hash) ? null : mined;
      return {
        transactionId: transaction.id,
        mined: proven,
        isNonceTaken: isTaken(transaction),
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

interface Reading {
  readonly receipts: ReadonlyMap<Hex, ChainReceipt>;
  readonly nonces: ReadonlyMap<EvmAddress, number>;
  readonly canonical: CanonicalView;
}

async function readAt(
  chain: EvmChain,
  node: RpcNode,
  head: Block,
  watched: readonly WatchedTransaction[],
): Promise<Reading> {
  const forms = byHash(watched.flatMap((one) => one.forms));
  const accounts = [...new Set(watched.map(({ transaction }) => transaction.account))];
  const pin = { blockHash: head.hash };
  const [[again], between, counts, found] = await Promise.all([
    node.ask([blockAt(head.number)]),
    node.ask(chain.canonical.neededUnder(node, head).map(blockAt)),
    node.ask(accounts.map((account) => nonceOf(account, pin))),
    node.ask([...forms.values()].map(receiptOfForm)),
  ]);
  if (again.hash !== head.hash) throw moved();

  // Mined after the head that is read: the next reading will have it.
  const upToHead = found.filter((one) => one !== null).filter((one) => one.block <= head.number);
  if (upToHead.some((one) => one.block === head.number && one.blockHash !== head.hash))
    throw moved();
  const canonical = chain.canonical.under(node, head, between);
  const hashAt = await canonical.of(upToHead);
  // An index may still name a block that a reorg removed.
  const standing = upToHead.filter((one) => hashAt.get(one.block) === one.blockHash);
  return {
    receipts: new Map(standing.map((one) => [one.hash, one])),
    nonces: new Map(accounts.map((account, index) => [account, counts[index] ?? 0])),
    canonical,
  };
}

/** Members of a multicall share its forms. */
function byHash(forms: readonly WatchedForm[]): ReadonlyMap<Hex, WatchedForm> {
  return new Map(forms.map((form) => [form.hash, form]));
}

/** Mined transactions whose coin value is needed, because a plain transfer leaves no log. */
function coinMovers(
  watched: readonly WatchedTransaction[],
  receipts: ReadonlyMap<Hex, ChainReceipt>,
): readonly Hex[] {
  return watched.flatMap(({ transaction, forms }) =>
    forms.flatMap(({ hash }) => {
      const receipt = receipts.get(hash);
      const mayMoveCoin =
        receipt?.isSuccess === true &&
        transaction.multicall === null &&
        (transaction.expects?.token === nativeAddress || receipt.transfers.length === 0);
      return mayMoveCoin ? [hash] : [];
    }),
  );
}

function minedOf(
  transaction: Transaction,
  forms: readonly WatchedForm[],
  receipts: ReadonlyMap<Hex, ChainReceipt>,
  values: ReadonlyMap<Hex, bigint>,
): MinedReading | null {
  const found = forms.map(({ hash }) => receipts.get(hash)).filter((one) => one !== undefined);
  const [receipt] = found;
  if (receipt === undefined) return null;
  if (found.length > 1)
    throw new RpcFault('inconsistent', 'two transactions of one nonce are said to be mined');

  const carried = transaction.multicall?.carried ?? null;
  const form = forms.find((one) => one.hash === receipt.hash);
  if (carried !== null && form !== undefined)
    return carriedReading(transaction, carried, form, receipt);
  const { hash, block, blockHash, isSuccess, gasUsed, gasCostWei, transfers } = receipt;
  return {
    hash,
    block,
    blockHash,
    isSuccess,
    gasUsed,
    gasCostWei,
    transfers: [...transfers, ...coinTransfer(receipt, values.get(hash) ?? 0n)],
  };
}

/** Whether it succeeded, and moved what it had to. */
function bringsAll({ expects }: Transaction, { isSuccess, transfers }: MinedReading): boolean {
  if (!isSuccess || expects === null) return isSuccess;
  const moved = transfers
    .filter(
      (one) => one.token === expects.token && one.from === expects.from && one.to === expects.to,
    )
    .reduce((sum, one) => sum + one.units, 0n);
  return moved >= expects.units;
}

function coinTransfer({ from, to }: ChainReceipt, units: bigint): readonly TransferSeen[] {
  return units === 0n || to === null
    ? []
    : [{ token: nativeAddress, from, to, units, logIndex: -1 }];
}

function moved(): RpcFault {
  return new RpcFault('inconsistent', 'the chain was reorganised while it was read');
}

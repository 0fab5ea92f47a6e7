import { isDeepStrictEqual } from 'node:util';
import { type Address, type Hex, nativeAddress, type TxHash } from '@interline/kernel';
import type { Arrival } from '@interline/ports';
import type { EvmChain } from '../evm-chain.ts';
import { askEach, enoughOf, tooFewNodes } from '../rpc/ask-each.ts';
import { blockAt, headNumber, heightWord } from '../rpc/blocks.ts';
import type { RpcCall } from '../rpc/json-rpc.ts';
import { readAddress, readList, readQuantity, readRecord } from '../rpc/read-fields.ts';
import type { RpcNode } from '../rpc/rpc-node.ts';
import { coinBalanceOf } from '../rpc/state-calls.ts';
import { type ChainReceipt, isSameEnd, receiptOf } from './receipts.ts';

interface Wanted {
  readonly token: string;
  readonly to: Address;
  /**
   * Our accounts. What they send is neither an arrival nor a refund, although a multicall of ours
   * may contain pulls that look like one. What another account's transaction moves out of them is
   * not one either.
   */
  readonly ours: readonly Address[];
}

/**
 * Empty unless the transaction succeeded, is as deep as the chain's confirmations, and enough nodes
 * agree on what it brought, because an arrival ends a route or has it repaid. Throws
 * `CHAIN_UNREACHABLE` while too few nodes answer.
 */
export async function readArrivals(
  chain: EvmChain,
  hash: TxHash,
  want: Wanted,
  signal: AbortSignal,
): Promise<readonly Arrival[]> {
  const { client } = chain;
  const told = await askEach(client, (node) => broughtOn(node, chain, hash, want), signal);
  if (told.length < enoughOf(client)) throw tooFewNodes(client.chain, 'what a transaction brought');
  const views = told.flatMap(({ node, said }) => (said === null ? [] : [{ node, ...said }]));
  const [first] = views;
  if (first === undefined || views.length < enoughOf(client)) return [];
  const other = views.find((one) => !isAlike(first, one));
  if (other !== undefined) {
    chain.contradicted('receipt', first.node, other.node);
    return [];
  }
  return agreedOf(views, enoughOf(client));
}

/** What the transaction brought, as one node shows it. */
interface Brought {
  readonly receipt: ChainReceipt;
  readonly arrivals: readonly Arrival[];
  /**
   * Derived from the change of the recipient's balance: what stayed there, plus other credits of
   * the block.
   */
  readonly isGuessed: boolean;
}

/** Null if the node does not show the transaction as deep as the chain's confirmations. */
async function broughtOn(
  node: RpcNode,
  { confirmations }: EvmChain,
  hash: TxHash,
  want: Wanted,
): Promise<Brought | null> {
  const [head, receipt] = await node.ask([headNumber, receiptOf(hash)]);
  if (receipt === null || head - receipt.block + 1 < confirmations) return null;
  const timestampSec = await canonicalTime(node, receipt.block, receipt.blockHash);
  if (timestampSec === null) return null;
  if (!receipt.isSuccess || want.ours.includes(receipt.from))
    return { receipt, arrivals: [], isGuessed: false };
  // Uses the node's spelling: an engine may spell one hash in two ways, and it must be credited
  // once.
  const { hash: at, block, transfers } = receipt;
  const isForeign = ({ from }: { readonly from: Address }): boolean => !want.ours.includes(from);
  if (want.token === nativeAddress) {
    const coin = await coinArrivals(node, { hash: at, block, to: want.to, timestampSec });
    return { ...coin, receipt, arrivals: coin.arrivals.filter(isForeign) };
  }
  const arrivals = transfers
    .filter((one) => one.token === want.token && one.to === want.to && one.units > 0n)
    .filter(isForeign)
    .map(({ token, from, units, logIndex }) => ({
      hash: at,
      token,
      from,
      units,
      logIndex,
      block,
      timestampSec,
    }));
  return { receipt, arrivals, isGuessed: false };
}

/**
 * Whether both nodes may be right. Nodes number coin transfers differently, and a guess only shows
 * what stayed.
 */
function isAlike(one: Brought, other: Brought): boolean {
  return (
    isSameEnd(one.receipt, other.receipt) &&
    (one.isGuessed ||
      other.isGuessed ||
      isDeepStrictEqual(unnumbered(one.arrivals), unnumbered(other.arrivals)))
  );
}

function unnumbered(arrivals: readonly Arrival[]): unknown {
  return arrivals
    .map((one) => (one.logIndex < 0 ? { ...one, logIndex: 0 } : one))
    .toSorted((a, b) => (a.units < b.units ? -1 : a.units > b.units ? 1 : 0));
}

/**
 * If too few nodes trace coin, this takes the lowest sum that any of them shows, and nothing while
 * the other nodes' balances show another sum. Neither a trace nor a guess alone proves that less
 * has arrived.
 */
function agreedOf(views: readonly Brought[], enough: number): readonly Arrival[] {
  const exact = views.filter(({ isGuessed }) => !isGuessed);
  const [least, ...others] = (exact.length >= enough ? exact : views)
    .map(({ arrivals }) => arrivals)
    .toSorted((a, b) => (sumOf(a) < sumOf(b) ? -1 : sumOf(a) > sumOf(b) ? 1 : 0));
  if (least === undefined || others.some((one) => sumOf(one) !== sumOf(least))) return [];
  return least;
}

function sumOf(arrivals: readonly Arrival[]): bigint {
  return arrivals.reduce((sum, { units }) => sum + units, 0n);
}

/** Null if a reorg replaced the receipt's block. */
async function canonicalTime(node: RpcNode, number: number, hash: TxHash): Promise<number | null> {
  const [block] = await node.ask([blockAt(number)]);
  return block.hash === hash ? block.timestampSec : null;
}

interface CoinSearch {
  readonly hash: TxHash;
  readonly block: number;
  readonly to: Address;
  readonly timestampSec: number;
}

/**
 * Native coin leaves no log. It is read from a trace, or without traces from the block's balance
 * change.
 */
async function coinArrivals(
  node: RpcNode,
  search: CoinSearch,
): Promise<Pick<Brought, 'arrivals' | 'isGuessed'>> {
  const [frame] = await node.ask([traceOf(search.hash)]);
  return frame === null
    ? { arrivals: await byBalance(node, search), isGuessed: true }
    : { arrivals: byTrace(frame, search), isGuessed: false };
}

function byTrace(
  frame: CallFrame,
  { hash, block, to, timestampSec }: CoinSearch,
): readonly Arrival[] {
  return movesIn(frame)
    .map((move, index) => ({
      hash,
      token: nativeAddress,
      ...move,
      logIndex: -2 - index,
      block,
      timestampSec,
    }))
    .filter((one) => one.to === to && one.from !== to)
    .map(({ to: _to, ...arrival }) => arrival);
}

/**
 * The balance change of the block, corrected for the recipient's own spending in it. It includes
 * other credits of the block, which cannot be told apart without a trace.
 */
async function byBalance(
  node: RpcNode,
  { hash, block, to, timestampSec }: CoinSearch,
): Promise<readonly Arrival[]> {
  const [before, after, own] = await node.ask([
    coinBalanceOf(to, heightWord(block - 1)),
    coinBalanceOf(to, heightWord(block)),
    sentBy(to, block),
  ]);
  const receipts = await node.ask(own.map((tx) => receiptOf(tx.hash)));
  const spent = own.reduce(
    (sum, tx, index) =>
      sum +
      (receipts[index]?.gasCost ?? 0n) +
      (receipts[index]?.isSuccess === true && tx.to !== to ? tx.value : 0n),
    0n,
  );
  const units = after - before + spent;
  return units > 0n
    ? [{ hash, token: nativeAddress, from: to, units, logIndex: -1, block, timestampSec }]
    : [];
}

interface CallFrame {
  readonly from: Address;
  readonly to: Address | null;
  readonly value: bigint;
  readonly isFailed: boolean;
  readonly calls: readonly CallFrame[];
}

/** Depth first. Below a failed call nothing moves. */
function movesIn(
  frame: CallFrame,
): readonly { readonly from: Address; readonly to: Address; readonly units: bigint }[] {
  if (frame.isFailed) return [];
  const own =
    frame.to === null || frame.value === 0n
      ? []
      : [{ from: frame.from, to: frame.to, units: frame.value }];
  return [...own, ...frame.calls.flatMap(movesIn)];
}

const movingCalls: readonly unknown[] = ['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT'];
const deepest = 1_024;

/** Null from a node without traces. */
function traceOf(hash: TxHash): RpcCall<CallFrame | null> {
  return {
    method: 'debug_traceTransaction',
    params: [hash, { tracer: 'callTracer' }],
    read: (result) => readFrame(result, 0),
    readError: () => null,
  };
}

function readFrame(value: unknown, depth: number): CallFrame {
  const { type, from, to, value: carried, error, calls } = readRecord(value);
  const isMoving = movingCalls.includes(type);
  return {
    from: readAddress(from),
    to: to === undefined || to === null ? null : readAddress(to),
    // A delegate call shows its caller's value without moving it.
    value: isMoving && carried !== undefined && carried !== null ? readQuantity(carried) : 0n,
    isFailed: error !== undefined && error !== null,
    calls:
      calls === undefined || calls === null || depth >= deepest
        ? []
        : readList(calls).map((call) => readFrame(call, depth + 1)),
  };
}

interface SentTx {
  readonly hash: TxHash;
  readonly to: Address | null;
  readonly value: bigint;
}

function sentBy(account: Address, block: number): RpcCall<readonly SentTx[]> {
  return {
    method: 'eth_getBlockByNumber',
    params: [heightWord(block), true],
    read: (result) =>
      readList(readRecord(result).transactions)
        .map(readRecord)
        .filter((tx) => readAddress(tx.from) === account)
        .map((tx) => ({
          hash: tx.hash as Hex,
          to: tx.to === null || tx.to === undefined ? null : readAddress(tx.to),
          value: readQuantity(tx.value),
        })), // CAST: read as a hash by the receipt that is asked for next.
  };
}

import { type EvmAddress, type Hex, nativeAddress } from '@interline/kernel';
import type { Arrival } from '@interline/ports';
import type { EvmChain } from '../evm-chain.ts';
import { blockAt, headNumber, heightWord } from '../rpc/blocks.ts';
import type { RpcCall } from '../rpc/json-rpc.ts';
import { readAddress, readList, readQuantity, readRecord } from '../rpc/read-fields.ts';
import type { RpcNode } from '../rpc/rpc-node.ts';
import { coinBalanceOf } from '../rpc/state-calls.ts';
import { receiptOf } from './receipts.ts';

interface Wanted {
  readonly token: string;
  readonly to: EvmAddress;
  /**
   * Our accounts. What they send is neither an arrival nor a refund, although a multicall of theirs
   * may hold pulls that look like one; nor is what another's transaction moves out of them.
   */
  readonly ours: readonly EvmAddress[];
}

/** Empty unless the transaction succeeded and is as deep as the chain's confirmations. */
export async function readArrivals(
  chain: EvmChain,
  hash: Hex,
  want: Wanted,
  signal: AbortSignal,
): Promise<readonly Arrival[]> {
  return chain.client.read(async (node) => {
    const [head, receipt] = await node.ask([headNumber, receiptOf(hash)]);
    if (
      receipt === null ||
      !receipt.isSuccess ||
      want.ours.includes(receipt.from) ||
      head - receipt.block + 1 < chain.confirmations
    )
      return [];
    const timestampSec = await canonicalTime(node, receipt.block, receipt.blockHash);
    if (timestampSec === null) return [];
    // The node's spelling: an engine may spell one hash in two ways, and it must be credited once.
    const at = receipt.hash;
    const isForeign = ({ from }: { readonly from: EvmAddress }): boolean =>
      !want.ours.includes(from);
    if (want.token === nativeAddress) {
      const search = { hash: at, block: receipt.block, to: want.to, timestampSec };
      return (await coinArrivals(node, search)).filter(isForeign);
    }
    const { block } = receipt;
    return receipt.transfers
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
  }, signal);
}

/** Null where a reorg replaced the receipt's block. */
async function canonicalTime(node: RpcNode, number: number, hash: Hex): Promise<number | null> {
  const [block] = await node.ask([blockAt(number)]);
  return block.hash === hash ? block.timestampSec : null;
}

interface CoinSearch {
  readonly hash: Hex;
  readonly block: number;
  readonly to: EvmAddress;
  readonly timestampSec: number;
}

/**
 * Native coin leaves no log. It is read from a trace, or, from a node without traces, as what the
 * block added to the balance.
 */
async function coinArrivals(node: RpcNode, search: CoinSearch): Promise<readonly Arrival[]> {
  const [frame] = await node.ask([traceOf(search.hash)]);
  return frame === null ? byBalance(node, search) : byTrace(frame, search);
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
 * The balance change of the block, corrected for what the recipient itself spent there. It includes
 * other credits of the block: without a trace they cannot be told apart.
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
      (receipts[index]?.gasCostWei ?? 0n) +
      (receipts[index]?.isSuccess === true && tx.to !== to ? tx.valueWei : 0n),
    0n,
  );
  const units = after - before + spent;
  return units > 0n
    ? [{ hash, token: nativeAddress, from: to, units, logIndex: -1, block, timestampSec }]
    : [];
}

interface CallFrame {
  readonly from: EvmAddress;
  readonly to: EvmAddress | null;
  readonly valueWei: bigint;
  readonly isFailed: boolean;
  readonly calls: readonly CallFrame[];
}

/** Depth first; nothing moves below a call that failed. */
function movesIn(
  frame: CallFrame,
): readonly { readonly from: EvmAddress; readonly to: EvmAddress; readonly units: bigint }[] {
  if (frame.isFailed) return [];
  const own =
    frame.to === null || frame.valueWei === 0n
      ? []
      : [{ from: frame.from, to: frame.to, units: frame.valueWei }];
  return [...own, ...frame.calls.flatMap(movesIn)];
}

const movingCalls: readonly unknown[] = ['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT'];
const deepest = 1_024;

/** Null from a node without traces. */
function traceOf(hash: Hex): RpcCall<CallFrame | null> {
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
    valueWei: isMoving && carried !== undefined && carried !== null ? readQuantity(carried) : 0n,
    isFailed: error !== undefined && error !== null,
    calls:
      calls === undefined || calls === null || depth >= deepest
        ? []
        : readList(calls).map((call) => readFrame(call, depth + 1)),
  };
}

interface SentTx {
  readonly hash: Hex;
  readonly to: EvmAddress | null;
  readonly valueWei: bigint;
}

function sentBy(account: EvmAddress, block: number): RpcCall<readonly SentTx[]> {
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
          valueWei: readQuantity(tx.value),
        })), // CAST: read as a hash by the receipt that is asked for next.
  };
}

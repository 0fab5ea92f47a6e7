import {
  asUnits,
  type BalanceReading,
  type Book,
  evmAddress,
  type Address,
  nativeAddress,
  permit2Address,
  type PullUnderWay,
  type Units,
} from '@interline/kernel';
import type { HoldingsReading, PayerState } from '@interline/ports';
import { allowanceCall, balanceOfCall, noncesCall } from '../abi/erc20-calls.ts';
import { readUint } from '../abi/words.ts';
import type { EvmChain } from '../evm-chain.ts';
import { pinFor, unitsUnspent, wordsOfPulls } from '../permit/pulls-under-way.ts';
import { type Block, blockAt, headBlock } from '../rpc/blocks.ts';
import type { RpcCall } from '../rpc/json-rpc.ts';
import { garbage, RpcFault } from '../rpc/rpc-fault.ts';
import type { RpcNode } from '../rpc/rpc-node.ts';
import {
  type BlockPin,
  type CallAnswer,
  codeOf,
  coinBalanceOf,
  ethCall,
  nonceBitmapOf,
  nonceOf,
  readAnswer,
} from '../rpc/state-calls.ts';
import { delegatedCode } from '../sponsored/entry-point.ts';

/**
 * Reads all balances from one node at one block, `confirmations` deep. The reservations that
 * settled later cover what has left since.
 */
export async function readBalances(
  chain: EvmChain,
  books: readonly Book[],
  signal: AbortSignal,
): Promise<readonly BalanceReading[]> {
  return chain.client.read(async (node) => {
    const [head] = await node.ask([headBlock]);
    const newest = await newestDeep(chain, node, head, signal);
    const [block] = newest === head.number ? [head] : await node.ask([blockAt(newest)]);

    const units = await node.ask(books.map((book) => balanceIn(book, { blockHash: block.hash })));
    return books.map((book, index) => ({
      book,
      units: asUnits(units[index] ?? 0n),
      block: block.number,
    }));
  }, signal);
}

/**
 * Balances and nonces from one node at one block. For a named block, null if no node serves its
 * state any more; many keep about 128 blocks. Avoids the node `otherThan` if there are two.
 */
export async function readHoldings(
  chain: EvmChain,
  books: readonly Book[],
  { block: asked, otherThan }: { readonly block?: number; readonly otherThan?: number },
  signal: AbortSignal,
): Promise<HoldingsReading | null> {
  const accounts = [...new Set(books.map(({ account }) => account))];
  const read = chain.client.readFrom(
    nodesBut(chain, otherThan),
    async (node) => {
      const [head] = await node.ask([headBlock]);
      const [block] = await node.ask([
        blockAt(asked ?? (await newestDeep(chain, node, head, signal))),
      ]);
      const pin = { blockHash: block.hash };
      const [units, nonces] = await Promise.all([
        node.ask(books.map((book) => balanceIn(book, pin))),
        node.ask(accounts.map((account) => nonceOf(account, pin))),
      ]);
      return {
        readBy: node.number,
        block: block.number,
        blockHash: block.hash,
        balances: books.map((book, index) => ({
          book,
          units: asUnits(units[index] ?? 0n),
          block: block.number,
        })),
        slotsTaken: new Map(accounts.map((account, index) => [account, nonces[index] ?? 0])),
      };
    },
    signal,
  );
  return asked === undefined || signal.aborted ? read : read.catch(() => null);
}

/**
 * The newest block as deep as the chain's confirmations, counted from what enough nodes have
 * reached.
 */
async function newestDeep(
  { heads, confirmations }: EvmChain,
  node: RpcNode,
  head: Block,
  signal: AbortSignal,
): Promise<number> {
  const { number } = await heads.upTo(node, head, signal);
  if (number === 0 && head.number > 0)
    throw new RpcFault('unconfirmed', 'no second node has shown how far the chain has come');
  return Math.max(0, number - confirmations + 1);
}

function nodesBut({ client: { nodes } }: EvmChain, number: number | undefined): readonly RpcNode[] {
  return nodes.length < 2 ? nodes : nodes.filter((one) => one.number !== number);
}

/** An account's balance of a token or of the coin. */
export function balanceIn({ account, token }: Book, block: BlockPin): RpcCall<bigint> {
  if (token === nativeAddress) return coinBalanceOf(account, block);
  const call = ethCall({ to: evmAddress(token), data: balanceOfCall(account) }, block);
  return readAnswer(call, uintOf);
}

// A balance that the token does not return is not inventory, but it is not known to be zero either.
function uintOf(answered: CallAnswer): bigint {
  const units = answered.ok ? readUint(answered.data) : null;
  if (units === null) throw garbage('a token does not state a balance');
  return units;
}

/**
 * One request; two if pulls are pending. A token that returns no balance or allowance counts as
 * zero, because nothing can be pulled from it.
 */
export async function readPayerState(
  chain: EvmChain,
  {
    token,
    payer,
    underWay = [],
  }: {
    readonly token: Address;
    readonly payer: Address;
    readonly underWay: readonly PullUnderWay[] | undefined;
  },
  signal: AbortSignal,
): Promise<PayerState> {
  const [[balance, allowance, permitNonce, code, block], bitmaps] = await chain.client.read(
    async (node) => {
      const pin = await pinFor(node, underWay);
      return Promise.all([
        node.ask([
          ethCall({ to: token, data: balanceOfCall(payer) }, pin),
          ethCall({ to: token, data: allowanceCall(payer, permit2Address) }, pin),
          ethCall({ to: token, data: noncesCall(payer) }, pin),
          codeOf(payer),
          headBlock,
        ]),
        node.ask(wordsOfPulls(underWay).map((word) => nonceBitmapOf(payer, word, pin))),
      ]);
    },
    signal,
  );
  return {
    balance: unitsOf(balance),
    permit2Allowance: unitsOf(allowance),
    eip2612Nonce: permitNonce.ok ? readUint(permitNonce.data) : null,
    hasCode: code !== '0x' && code.toLowerCase() !== delegatedCode,
    ...(code !== '0x' && !isDelegation(code) ? { isContract: true as const } : {}),
    promised: unitsUnspent(underWay, bitmaps),
    chainTimeSec: block.timestampSec,
  };
}

/** Of EIP-7702: a mark and the address of the code. */
function isDelegation(code: string): boolean {
  return /^0xef0100[0-9a-f]{40}$/i.test(code);
}

function unitsOf(answered: CallAnswer): Units {
  return asUnits(answered.ok ? (readUint(answered.data) ?? 0n) : 0n);
}

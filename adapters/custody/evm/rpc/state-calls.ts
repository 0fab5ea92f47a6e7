import { type Address, type Hex, permit2Address } from '@interline/kernel';
import { nonceBitmapCall } from '../abi/permit2-calls.ts';
import { readUint } from '../abi/words.ts';
import type { ExplainedCall, NodeError, RpcCall } from './json-rpc.ts';
import { readData, readQuantity, readSafeNumber } from './read-fields.ts';
import { garbage, RpcFault } from './rpc-fault.ts';

/** The head by default; a block's number in hex, or its hash (EIP-1898), which pins the state. */
export type BlockPin = Hex | 'latest' | { readonly blockHash: string };

/** `0x` for an account without code. */
export function codeOf(account: Address): RpcCall<Hex> {
  return { method: 'eth_getCode', params: [account, 'latest'], read: readData, isShared: true };
}

export function coinBalanceOf(account: Address, block: BlockPin = 'latest'): RpcCall<bigint> {
  return {
    method: 'eth_getBalance',
    params: [account, block],
    read: readQuantity,
    readError: pinLost,
  };
}

/** How many transactions of the account are in blocks: its next nonce there. */
export function nonceOf(account: Address, block: BlockPin = 'latest'): RpcCall<number> {
  return {
    method: 'eth_getTransactionCount',
    params: [account, block],
    read: readSafeNumber,
    readError: pinLost,
    isShared: true,
  };
}

/**
 * The same with the transactions that wait in this node's pool without a gap before them; null from
 * a node that does not serve it.
 */
export function pendingNonceOf(account: Address): RpcCall<number | null> {
  return {
    method: 'eth_getTransactionCount',
    params: [account, 'pending'],
    read: readSafeNumber,
    readError: () => null,
    isShared: true,
  };
}

export interface Message {
  readonly from?: Address;
  /** Left out: the data is run as code, and what it returns is answered. */
  readonly to?: Address;
  readonly data: Hex;
  readonly value?: Hex;
  /** The gas limit; the node's own bound when left out. */
  readonly gas?: Hex;
}

export type CallAnswer =
  | { readonly ok: true; readonly data: Hex }
  /** `revert` is null where the node gave no data. */
  | { readonly ok: false; readonly revert: Hex | null };

/** Null where the call reverted, or returned something else. */
export function answeredUint(answered: CallAnswer): bigint | null {
  return answered.ok ? readUint(answered.data) : null;
}

export function ethCall(message: Message, block: BlockPin = 'latest'): ExplainedCall<CallAnswer> {
  return {
    method: 'eth_call',
    params: [message, block],
    read: (result) => ({ ok: true, data: readData(result) }),
    readError: (error) => ({ ok: false, revert: revertOf(error) }),
    isSizedByCode: true,
  };
}

/** The same call, with its answer, a revert included, read into something else. */
export function readAnswer<T>(
  call: ExplainedCall<CallAnswer>,
  read: (answer: CallAnswer) => T,
): RpcCall<T> {
  return {
    ...call,
    read: (result) => read(call.read(result)),
    readError: (error) => read(call.readError(error)),
  };
}

/**
 * One word of Permit2's bitmap of the owner's nonces; set bits are spent. A fault where Permit2 is
 * not on the chain.
 */
export function nonceBitmapOf(
  owner: Address,
  wordIndex: bigint,
  block: BlockPin = 'latest',
): RpcCall<bigint> {
  const call = ethCall({ to: permit2Address, data: nonceBitmapCall(owner, wordIndex) }, block);
  return readAnswer(call, (answer) => {
    const bits = answeredUint(answer);
    if (bits === null) throw garbage('Permit2 did not answer on this chain');
    return bits;
  });
}

const executionCode = 3;
const executionWords =
  /revert|invalid (fe )?opcode|EVM error|out of gas|OutOfGas|stack (over|under)flow|invalid jump|gas required exceeds|insufficient (funds|balance)|always failing/i;

/**
 * The revert data of an error that says the execution failed; any other error is a fault of the
 * node.
 */
export function revertOf(error: NodeError): Hex | null {
  return error.code === executionCode || executionWords.test(error.message)
    ? error.data
    : pinLost(error);
}

export type GasAnswer =
  { readonly ok: true; readonly gas: bigint } | { readonly ok: false; readonly revert: Hex | null };

/** The gas of a transaction at the head, base and calldata cost included. */
export function estimateGas(message: Message): RpcCall<GasAnswer> {
  return {
    method: 'eth_estimateGas',
    params: [message],
    read: (result) => ({ ok: true, gas: readQuantity(result) }),
    readError: (error) => ({ ok: false, revert: revertOf(error) }),
    isSizedByCode: true,
  };
}

const lostCode = -32_001;
const lostWords =
  /not found|unknown block|not canonical|not currently canonical|missing (header|block)|not available/i;

/**
 * A block that was the head a moment ago and is unknown now was lost in a reorg; any other error is
 * the node's fault.
 */
function pinLost({ code, message }: NodeError): never {
  if (code === lostCode || lostWords.test(message))
    throw new RpcFault('inconsistent', 'the block that was read at is gone');
  throw new RpcFault('error-answer', `the node answered with error ${code}`);
}

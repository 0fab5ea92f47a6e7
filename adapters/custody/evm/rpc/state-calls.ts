import { type Address, type Hex, permit2Address } from '@interline/kernel';
import { nonceBitmapCall } from '../abi/permit2-calls.ts';
import { readUint } from '../abi/words.ts';
import type { ExplainedCall, NodeError, RpcCall } from './json-rpc.ts';
import { readData, readQuantity, readSafeNumber } from './read-fields.ts';
import { garbage, RpcFault } from './rpc-fault.ts';

/**
 * The head by default; or a block's number in hex; or its hash (EIP-1898), which pins the state.
 */
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

/** The account's mined transaction count: its next nonce. */
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
 * The count including consecutive transactions in this node's pool; null if the node does not serve
 * it.
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
  /** When left out, the data runs as code and its return data is the answer. */
  readonly to?: Address;
  readonly data: Hex;
  readonly value?: Hex;
  /** The gas limit; the node's own bound when left out. */
  readonly gas?: Hex;
}

export type CallAnswer =
  | { readonly ok: true; readonly data: Hex }
  /** `revert` is null if the node returned no data. */
  | { readonly ok: false; readonly revert: Hex | null };

/** Null if the call reverted or returned something else. */
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
 * One word of Permit2's bitmap of the owner's nonces; set bits are spent. Throws a fault if Permit2
 * is not deployed on the chain.
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
 * The revert data of an error that reports a failed execution; any other error is a fault of the
 * node.
 */
export function revertOf(error: NodeError): Hex | null {
  return error.code === executionCode || executionWords.test(error.message)
    ? error.data
    : pinLost(error);
}

export type GasAnswer =
  { readonly ok: true; readonly gas: bigint } | { readonly ok: false; readonly revert: Hex | null };

/** The gas of a transaction at the head, including base and calldata cost. */
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
 * A pinned block that has just been the head and is now unknown was removed by a reorg. Any other
 * error is the node's fault.
 */
function pinLost({ code, message }: NodeError): never {
  if (code === lostCode || lostWords.test(message))
    throw new RpcFault('inconsistent', 'the block that was read at is gone');
  throw new RpcFault('error-answer', `the node answered with error ${code}`);
}

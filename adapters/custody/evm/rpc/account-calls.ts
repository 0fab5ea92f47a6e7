import type { EvmAddress, Hex } from '@interline/kernel';
import { type BlockPin, pinLost } from './block-pin.ts';
import { readData, readQuantity, readSafeNumber } from './read-hex.ts';
import type { RpcCall } from './rpc-call.ts';

/** `0x` for an account without code. */
export function codeOf(account: EvmAddress): RpcCall<Hex> {
  return { method: 'eth_getCode', params: [account, 'latest'], read: readData };
}

export function coinBalanceOf(account: EvmAddress, block: BlockPin = 'latest'): RpcCall<bigint> {
  return {
    method: 'eth_getBalance',
    params: [account, block],
    read: readQuantity,
    readError: pinLost,
  };
}

/** How many transactions of the account are in blocks: its next nonce there. */
export function nonceOf(account: EvmAddress, block: BlockPin = 'latest'): RpcCall<number> {
  return {
    method: 'eth_getTransactionCount',
    params: [account, block],
    read: readSafeNumber,
    readError: pinLost,
  };
}

/**
 * With those that wait in this node's pool, without a gap before them; null from a node that does
 * not tell.
 */
export function pendingNonceOf(account: EvmAddress): RpcCall<number | null> {
  return {
    method: 'eth_getTransactionCount',
    params: [account, 'pending'],
    read: readSafeNumber,
    readError: () => null,
  };
}

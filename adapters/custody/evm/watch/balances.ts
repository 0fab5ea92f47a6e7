import {
  asUnits,
  type BalanceReading,
  type Book,
  evmAddress,
  nativeAddress,
} from '@interline/kernel';
import { balanceOfCall } from '../abi/erc20-calls.ts';
import { readUint } from '../abi/read-uint.ts';
import type { EvmChain } from '../evm-chain.ts';
import { coinBalanceOf } from '../rpc/account-calls.ts';
import type { BlockPin } from '../rpc/block-pin.ts';
import { ethCall } from '../rpc/eth-call.ts';
import { blockAt, headBlock } from '../rpc/head-block.ts';
import type { RpcCall } from '../rpc/rpc-call.ts';
import { garbage } from '../rpc/rpc-fault.ts';

/**
 * All of one node at one block, `confirmations` deep; what left since is in the reservations that
 * settled after it.
 */
export async function readBalances(
  chain: EvmChain,
  books: readonly Book[],
  signal: AbortSignal,
): Promise<readonly BalanceReading[]> {
  return chain.client.read(async (node) => {
    const [head] = await node.ask([headBlock]);
    const depth = chain.confirmations - 1;
    const [block] =
      depth === 0 ? [head] : await node.ask([blockAt(Math.max(0, head.number - depth))]);

    const units = await node.ask(books.map((book) => balanceIn(book, { blockHash: block.hash })));
    return books.map((book, index) => ({
      book,
      units: asUnits(units[index] ?? 0n),
      block: block.number,
    }));
  }, signal);
}

function balanceIn({ account, token }: Book, block: BlockPin): RpcCall<bigint> {
  if (token === nativeAddress) return coinBalanceOf(account, block);
  const call = ethCall({ to: evmAddress(token), data: balanceOfCall(account) }, block);
  return {
    ...call,
    read: (result) => uintOf(call.read(result)),
    readError: (error) => uintOf(call.readError?.(error)),
  };
}

// Inventory that a token does not state is no inventory, but neither is it known to be zero.
function uintOf(answered: ReturnType<ReturnType<typeof ethCall>['read']> | undefined): bigint {
  const units = answered?.ok === true ? readUint(answered.data) : null;
  if (units === null) throw garbage('a token does not state a balance');
  return units;
}

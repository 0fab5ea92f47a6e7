import type { TxFields } from '@interline/domain';
import { headBlock } from '../rpc/head-block.ts';
import { readQuantity } from '../rpc/read-hex.ts';
import type { RpcCall } from '../rpc/rpc-call.ts';
import { garbage } from '../rpc/rpc-fault.ts';
import type { RpcNode } from '../rpc/rpc-node.ts';

/** What inclusion costs now, in wei per gas. */
export interface Market {
  readonly baseFee: bigint;
  readonly tip: bigint;
}

export type Fees = Pick<TxFields, 'maxFeePerGas' | 'maxPriorityFeePerGas'>;

export const marketMaxAgeMs = 1_000;

/** Null from a node that knows no such method. */
const suggestedTip: RpcCall<bigint | null> = { method: 'eth_maxPriorityFeePerGas', params: [], read: readQuantity, readError: () => null };
const legacyPrice: RpcCall<bigint> = { method: 'eth_gasPrice', params: [], read: readQuantity };

export async function readMarket(node: RpcNode): Promise<Market> {
  const [{ baseFeePerGas }, tip] = await node.ask([headBlock, suggestedTip]);
  if (baseFeePerGas === null) throw garbage('the chain has no base fee (EIP-1559)');
  if (tip !== null) return { baseFee: baseFeePerGas, tip };

  const [price] = await node.ask([legacyPrice]);
  return { baseFee: baseFeePerGas, tip: price > baseFeePerGas ? price - baseFeePerGas : 0n };
}

/** Stays includable while the base fee doubles, within the cap. */
export function marketFees({ baseFee, tip }: Market, capWei: bigint): Fees {
  const maxFeePerGas = least(2n * baseFee + tip, capWei);
  return { maxFeePerGas, maxPriorityFeePerGas: least(tip, maxFeePerGas) };
}

/** Nodes take a replacement from 10 % above on both figures; null where that passes the cap. */
export function bumpedFees(last: Fees, market: Market, capWei: bigint): Fees | null {
  const wanted = marketFees(market, capWei);
  const maxFeePerGas = most(raised(last.maxFeePerGas), wanted.maxFeePerGas);
  if (maxFeePerGas > capWei) return null;
  return { maxFeePerGas, maxPriorityFeePerGas: most(raised(last.maxPriorityFeePerGas), wanted.maxPriorityFeePerGas) };
}

/** By 12.5 %, rounded up, and one more so that zero moves too. */
function raised(fee: bigint): bigint {
  return (fee * 9n + 7n) / 8n + 1n;
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function most(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

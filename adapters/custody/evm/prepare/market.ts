import type { EvmTxFields } from '../evm-tx-fields.ts';
import { headBlock } from '../rpc/blocks.ts';
import type { RpcCall } from '../rpc/json-rpc.ts';
import { readList, readQuantity, readRecord } from '../rpc/read-fields.ts';
import { garbage, RpcFault } from '../rpc/rpc-fault.ts';
import type { RpcNode } from '../rpc/rpc-node.ts';
import type { ChainCosts } from './chain-costs.ts';

/** Cost of inclusion as one RPC node reports it, in wei per gas. */
export interface NodeFees {
  readonly baseFee: bigint;
  readonly tip: bigint;
}

/** Current cost of inclusion from all RPC nodes that answered, in wei per gas. */
export interface Market {
  /**
   * Base fee for pricing transactions: the median of all nodes, the higher of two, because a block
   * charges its own base fee.
   */
  readonly baseFee: bigint;
  /**
   * The base fee that quotes are priced with: the lower of two nodes', so that no single node makes
   * every transfer too expensive.
   */
  readonly lowBaseFee: bigint;
  readonly tip: bigint;
  /** Highest tip of a replacement. */
  readonly mostTip: bigint;
}

export type Fees = Pick<EvmTxFields, 'maxFeeRate' | 'tip'>;

export const marketMaxAgeMs = 1_000;

/** Null if the node does not serve the method. */
const suggestedTip: RpcCall<bigint | null> = {
  method: 'eth_maxPriorityFeePerGas',
  params: [],
  read: readQuantity,
  readError: () => null,
};
const legacyPrice: RpcCall<bigint> = { method: 'eth_gasPrice', params: [], read: readQuantity };

/**
 * The tip paid in the last blocks; null if they were empty, or if the node does not serve the
 * method in this form.
 */
const paidTip: RpcCall<bigint | null> = {
  method: 'eth_feeHistory',
  params: ['0xa', 'latest', [50]],
  readError: () => null,
  read(result) {
    try {
      return readPaidTip(result);
    } catch (fault) {
      // The suggested tip is used instead.
      if (fault instanceof RpcFault) return null;
      throw fault;
    }
  },
};

/** The median over the blocks of the tip that half of a block's gas paid or less. */
function readPaidTip(result: unknown): bigint | null {
  const { reward, gasUsedRatio } = readRecord(result);
  const used = readList(gasUsedRatio);
  const tips = readList(reward).flatMap((tip, block) =>
    used[block] === 0 ? [] : [readQuantity(readList(tip)[0])],
  );
  return tips.length === 0 ? null : middleOf(tips)[0];
}

/** The figures of one node. */
export async function readFees(node: RpcNode): Promise<NodeFees> {
  const [{ baseFeePerGas }, paid, suggested] = await node.ask([headBlock, paidTip, suggestedTip]);
  if (baseFeePerGas === null) throw garbage('the chain has no base fee (EIP-1559)');
  const tip = paid ?? suggested;
  if (tip !== null) return { baseFee: baseFeePerGas, tip };

  const [price] = await node.ask([legacyPrice]);
  return { baseFee: baseFeePerGas, tip: price > baseFeePerGas ? price - baseFeePerGas : 0n };
}

/**
 * Medians, so that no node decides alone; the tip stays within the chain's bounds and the base fee.
 * A base fee above the cap counts only if the median is above it, and never raises the tip. Needs
 * at least one reading.
 */
export function marketOf(readings: readonly NodeFees[], costs: ChainCosts): Market {
  const [lowBaseFee, highBaseFee] = middleOf(readings.map(({ baseFee }) => baseFee));
  const [tip] = middleOf(readings.map((one) => one.tip));
  const mostTip = mostFirstTip(lowBaseFee, costs);
  return {
    baseFee: highBaseFee > costs.feeRateCap ? lowBaseFee : highBaseFee,
    lowBaseFee,
    tip: least(most(tip, costs.leastTipWei), mostTip),
    // Six replacements, each an eighth higher, multiply the first by a little more than two.
    mostTip: (9n * mostTip) / 4n,
  };
}

/**
 * A base fee above the chain's cap, even if every node shows it, does not raise the tip. Under an
 * operator's own cap it does, since otherwise no replacement could follow it.
 */
export function marketUnder(market: Market, costs: ChainCosts, feeRateCap: bigint): Market {
  return {
    ...market,
    mostTip: (9n * mostFirstTip(market.lowBaseFee, { ...costs, feeRateCap })) / 4n,
  };
}

function mostFirstTip(
  baseFee: bigint,
  { feeRateCap, freeTipWei }: Pick<ChainCosts, 'feeRateCap' | 'freeTipWei'>,
): bigint {
  return baseFee > feeRateCap ? freeTipWei : most(baseFee, freeTipWei);
}

/** Fees that stay includable while the base fee doubles, within the cap. */
export function marketFees(
  { baseFee, tip }: Pick<Market, 'baseFee' | 'tip'>,
  feeRateCap: bigint,
): Fees {
  const maxFeeRate = least(2n * baseFee + tip, feeRateCap);
  return { maxFeeRate, tip: least(tip, maxFeeRate) };
}

/** Highest possible price of the next block: a base fee rises by at most an eighth. */
export function nextBlockPrice(
  { baseFee, tip }: Pick<Market, 'baseFee' | 'tip'>,
  { maxFeeRate }: Pick<Fees, 'maxFeeRate'>,
): bigint {
  return least(baseFee + (baseFee + 7n) / 8n + tip, maxFeeRate);
}

/**
 * Nodes accept a replacement that is at least 10 % higher in both figures. Null if that exceeds the
 * cap or the highest tip.
 */
export function bumpedFees(last: Fees, market: Market, feeRateCap: bigint): Fees | null {
  const wanted = marketFees(market, feeRateCap);
  const maxFeeRate = most(raised(last.maxFeeRate), wanted.maxFeeRate);
  const tip = most(raised(last.tip), wanted.tip);
  return maxFeeRate > feeRateCap || tip > market.mostTip ? null : { maxFeeRate, tip };
}

/** 12.5 % more, rounded up, plus one so that zero moves too. */
function raised(fee: bigint): bigint {
  return (fee * 9n + 7n) / 8n + 1n;
}

/** The two middle figures, the lower first; twice the same for an odd count. */
export function middleOf(figures: readonly bigint[]): readonly [bigint, bigint] {
  const sorted = figures.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const at = (index: number): bigint => sorted[Math.floor(index)] ?? 0n;
  return [at((sorted.length - 1) / 2), at(sorted.length / 2)];
}

export function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

export function most(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

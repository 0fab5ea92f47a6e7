import type { EvmTxFields } from '../evm-tx-fields.ts';
import { headBlock } from '../rpc/blocks.ts';
import type { RpcCall } from '../rpc/json-rpc.ts';
import { readList, readQuantity, readRecord } from '../rpc/read-fields.ts';
import { garbage, RpcFault } from '../rpc/rpc-fault.ts';
import type { RpcNode } from '../rpc/rpc-node.ts';
import type { ChainCosts } from './chain-costs.ts';

/** What inclusion costs by one RPC node, in wei per gas. */
export interface NodeFees {
  readonly baseFee: bigint;
  readonly tip: bigint;
}

/** What inclusion costs now by all RPC nodes that answered, in wei per gas. */
export interface Market {
  /**
   * Base fee that transactions are priced with: the median of all nodes, of two the higher, because
   * a block charges its own.
   */
  readonly baseFee: bigint;
  /**
   * The base fee that quotes are priced with: the lower of two nodes', so that no single node makes
   * every transfer too expensive.
   */
  readonly lowBaseFee: bigint;
  readonly tip: bigint;
  /** Most that a replacement may offer as a tip. */
  readonly mostTip: bigint;
}

export type Fees = Pick<EvmTxFields, 'maxFeeRate' | 'tip'>;

export const marketMaxAgeMs = 1_000;

/** Null from a node that does not serve the method. */
const suggestedTip: RpcCall<bigint | null> = {
  method: 'eth_maxPriorityFeePerGas',
  params: [],
  read: readQuantity,
  readError: () => null,
};
const legacyPrice: RpcCall<bigint> = { method: 'eth_gasPrice', params: [], read: readQuantity };

/**
 * The tip that the last blocks paid; null where they were empty, and from a node that does not
 * serve it in this form.
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

/** The middle one of the blocks' tips, each of which half of its block's gas paid or less. */
function readPaidTip(result: unknown): bigint | null {
  const { reward, gasUsedRatio } = readRecord(result);
  const used = readList(gasUsedRatio);
  const tips = readList(reward).flatMap((tip, block) =>
    used[block] === 0 ? [] : [readQuantity(readList(tip)[0])],
  );
  return tips.length === 0 ? null : middleOf(tips)[0];
}

/** What one node shows. */
export async function readFees(node: RpcNode): Promise<NodeFees> {
  const [{ baseFeePerGas }, paid, suggested] = await node.ask([headBlock, paidTip, suggestedTip]);
  if (baseFeePerGas === null) throw garbage('the chain has no base fee (EIP-1559)');
  const tip = paid ?? suggested;
  if (tip !== null) return { baseFee: baseFeePerGas, tip };

  const [price] = await node.ask([legacyPrice]);
  return { baseFee: baseFeePerGas, tip: price > baseFeePerGas ? price - baseFeePerGas : 0n };
}

/**
 * No node decides alone: these are medians, with a tip within the chain's own bounds and the base
 * fee. A base fee above the cap counts only where the median is above it, and never raises the tip.
 * Needs at least one reading.
 */
export function marketOf(readings: readonly NodeFees[], costs: ChainCosts): Market {
  const [lowBaseFee, highBaseFee] = middleOf(readings.map(({ baseFee }) => baseFee));
  const [tip] = middleOf(readings.map((one) => one.tip));
  const mostTip = mostFirstTip(lowBaseFee, costs);
  return {
    baseFee: highBaseFee > costs.feeRateCap ? lowBaseFee : highBaseFee,
    lowBaseFee,
    tip: least(most(tip, costs.leastTipWei), mostTip),
    // Six replacements, each an eighth dearer, come to a little more than twice the first.
    mostTip: (9n * mostTip) / 4n,
  };
}

/**
 * A base fee that all nodes show and the chain's cap does not allow raises no tip; under an
 * operator's own cap it does, or no replacement could follow it.
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

/** Stays includable while the base fee doubles, within the cap. */
export function marketFees(
  { baseFee, tip }: Pick<Market, 'baseFee' | 'tip'>,
  feeRateCap: bigint,
): Fees {
  const maxFeeRate = least(2n * baseFee + tip, feeRateCap);
  return { maxFeeRate, tip: least(tip, maxFeeRate) };
}

/** The most that the next block charges per gas: a base fee rises by an eighth at most. */
export function nextBlockPrice(
  { baseFee, tip }: Pick<Market, 'baseFee' | 'tip'>,
  { maxFeeRate }: Pick<Fees, 'maxFeeRate'>,
): bigint {
  return least(baseFee + (baseFee + 7n) / 8n + tip, maxFeeRate);
}

/**
 * Nodes accept a replacement that is at least 10 % higher in both figures; null where that exceeds
 * the cap or the highest tip.
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

/** The two figures in the middle, the lower first; one and the same of an odd number. */
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

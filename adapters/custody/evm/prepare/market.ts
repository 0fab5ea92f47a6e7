import type { TxFields } from '@interline/kernel';
import type { ChainCosts } from './chain-costs.ts';

/** What one node says inclusion costs, in wei per gas. */
export interface NodeFees {
  readonly baseFee: bigint;
  readonly tip: bigint;
}

/** What inclusion costs now by all nodes that answered, in wei per gas. */
export interface Market {
  /**
   * What is offered for: the middle of what they say, of two the higher, because a block charges
   * its own.
   */
  readonly baseFee: bigint;
  /**
   * What is reckoned with: of two the lower, so that no one of them makes every transfer too dear.
   */
  readonly lowBaseFee: bigint;
  readonly tip: bigint;
  /** Most that a replacement may offer as a tip. */
  readonly mostTip: bigint;
}

export type Fees = Pick<TxFields, 'maxFeePerGas' | 'maxPriorityFeePerGas'>;

/**
 * One node alone decides nothing: medians, and a tip within the chain's own bounds and the base
 * fee. A base fee above the cap counts only where the middle of all is, and never as a reason for a
 * tip. Takes one reading at least.
 */
export function marketOf(readings: readonly NodeFees[], costs: ChainCosts): Market {
  const [lowBaseFee, highBaseFee] = middleOf(readings.map(({ baseFee }) => baseFee));
  const [tip] = middleOf(readings.map((one) => one.tip));
  const mostTip = lowBaseFee > costs.capWei ? costs.freeTipWei : most(lowBaseFee, costs.freeTipWei);
  return {
    baseFee: highBaseFee > costs.capWei ? lowBaseFee : highBaseFee,
    lowBaseFee,
    tip: least(most(tip, costs.leastTipWei), mostTip),
    // Six replacements, each an eighth dearer, come to a little more than twice the first.
    mostTip: (9n * mostTip) / 4n,
  };
}

/** Stays includable while the base fee doubles, within the cap. */
export function marketFees(
  { baseFee, tip }: Pick<Market, 'baseFee' | 'tip'>,
  capWei: bigint,
): Fees {
  const maxFeePerGas = least(2n * baseFee + tip, capWei);
  return { maxFeePerGas, maxPriorityFeePerGas: least(tip, maxFeePerGas) };
}

/**
 * Nodes take a replacement from 10 % above on both figures; null where that passes the cap, or what
 * a tip may be.
 */
export function bumpedFees(last: Fees, market: Market, capWei: bigint): Fees | null {
  const wanted = marketFees(market, capWei);
  const maxFeePerGas = most(raised(last.maxFeePerGas), wanted.maxFeePerGas);
  const maxPriorityFeePerGas = most(raised(last.maxPriorityFeePerGas), wanted.maxPriorityFeePerGas);
  return maxFeePerGas > capWei || maxPriorityFeePerGas > market.mostTip
    ? null
    : { maxFeePerGas, maxPriorityFeePerGas };
}

/** By 12.5 %, rounded up, and one more so that zero moves too. */
function raised(fee: bigint): bigint {
  return (fee * 9n + 7n) / 8n + 1n;
}

/** The two figures in the middle; one and the same of an odd number. */
export function middleOf(figures: readonly bigint[]): readonly [bigint, bigint] {
  const sorted = figures.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const at = (index: number): bigint => sorted[Math.floor(index)] ?? 0n;
  return [at((sorted.length - 1) / 2), at(sorted.length / 2)];
}

export function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function most(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

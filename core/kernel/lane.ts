import { chainFamily, type ChainRef } from './chain.ts';

/** A directed pair of chains. */
export interface Lane {
  readonly from: ChainRef;
  readonly to: ChainRef;
}

/**
 * A set of lanes that a rail declares. A side is a CAIP-2 name, a family such as `eip155:*`, or
 * `*`.
 */
export interface LanePattern {
  readonly from: string;
  readonly to: string;
  readonly settles: 'firm' | 'indicative';
  /** Why it only prices; present exactly if it does. */
  readonly reason?: string;
}

/**
 * The first pattern that covers the lane decides. A lane never starts and ends on the same chain.
 */
export function matchLane(patterns: readonly LanePattern[], lane: Lane): LanePattern | null {
  if (lane.from === lane.to) return null;
  return (
    patterns.find((pattern) => covers(pattern.from, lane.from) && covers(pattern.to, lane.to)) ??
    null
  );
}

function covers(side: string, chain: ChainRef): boolean {
  return side === '*' || side === chain || side === `${chainFamily(chain)}:*`;
}

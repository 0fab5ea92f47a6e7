import type { Goal } from '../transfer/index.ts';

/** What one source would bring with its whole amount. */
export interface Bringing {
  readonly output: bigint;
  readonly minOutput: bigint;
  readonly feeBps: number;
  /** Only our own charge is known, so its fee says little. */
  readonly isFeeUnknown: boolean;
  readonly etaSec: number;
}

export interface Wanted {
  readonly goal: Goal;
  /** The amount that should arrive; null for as much as the sources bring. */
  readonly amount: bigint | null;
  /** The least that must be promised. */
  readonly floor: bigint;
  readonly allowSplit: boolean;
}

/**
 * Every set of the sources that brings the amount, the best first. Ten sources have 1,023 sets, so all of
 * them are evaluated. Among equals the smaller set comes first, then the one whose sources were named first.
 */
export function chooseSets<T extends Bringing>(
  sources: readonly T[],
  wanted: Wanted,
): readonly (readonly T[])[] {
  const sets = Array.from({ length: 2 ** sources.length - 1 }, (_, number) =>
    sources.filter((_source, at) => (((number + 1) >> at) & 1) === 1),
  ).filter((set) => wanted.allowSplit || set.length === 1);
  return sets
    .map((set) => ({ set, facts: factsOf(set) }))
    .filter(({ facts }) => facts.minOutput >= wanted.floor && facts.output >= (wanted.amount ?? 0n))
    .sort((a, b) => compare(orderOf(wanted, a.facts), orderOf(wanted, b.facts)))
    .map(({ set }) => set);
}

export interface SetFacts {
  readonly output: bigint;
  readonly minOutput: bigint;
  readonly feeBps: number;
  readonly unknownFees: number;
  readonly etaSec: number;
  readonly size: number;
}

/**
 * The totals of a set. Its fee is the average of its sources', weighted by what they bring, rounded up.
 */
export function factsOf(set: readonly Bringing[]): SetFacts {
  const output = set.reduce((total, one) => total + one.output, 0n);
  const weighted = set.reduce((total, one) => total + one.output * BigInt(one.feeBps), 0n);
  const whole = output === 0n ? 0n : weighted / output;
  return {
    output,
    minOutput: set.reduce((total, one) => total + one.minOutput, 0n),
    feeBps: Number(weighted > whole * output ? whole + 1n : whole),
    unknownFees: set.filter(({ isFeeUnknown }) => isFeeUnknown).length,
    etaSec: Math.max(0, ...set.map(({ etaSec }) => etaSec)),
    size: set.length,
  };
}

/** Ordered by importance; less is better. */
function orderOf({ goal, amount }: Wanted, facts: SetFacts): readonly (bigint | number)[] {
  const { output, unknownFees, feeBps, etaSec, size } = facts;
  // No more is moved than is asked for, so a set that could bring more is no better for it.
  const brings = amount === null ? [-output] : [];
  const costs = [unknownFees, feeBps];
  switch (goal) {
    case 'max-output':
      return [...brings, ...costs, size, etaSec];
    case 'cheapest':
      return [...costs, ...brings, size, etaSec];
    case 'fastest':
      return [etaSec, ...brings, ...costs, size];
  }
}

function compare(a: readonly (bigint | number)[], b: readonly (bigint | number)[]): number {
  for (const [at, one] of a.entries()) {
    const other = b[at] ?? 0;
    if (one !== other) return one < other ? -1 : 1;
  }
  return 0;
}

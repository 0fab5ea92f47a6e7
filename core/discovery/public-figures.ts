import type { TokenRef } from '@interline/kernel';

/** A step of a coarse scale: everything below `below` and not below the step before it. */
export interface PublicStep {
  /** Null for the last step, which has no end. */
  readonly below: bigint | null;
  /** Without digits, so that no exact figure can hide in them. */
  readonly words: string;
}

/**
 * By tokens and not by their price: a bucket by price changes as the price moves, and the moment of
 * that change tells the amount. In millionths of a token.
 */
export const sizeSteps: readonly PublicStep[] = [
  { below: 10_000n, words: 'under a hundredth of a token' },
  { below: 1_000_000n, words: 'a fraction of a token' },
  { below: 10_000_000n, words: 'a few tokens' },
  { below: 100_000_000n, words: 'tens of tokens' },
  { below: 1_000_000_000n, words: 'hundreds of tokens' },
  { below: 10_000_000_000n, words: 'thousands of tokens' },
  { below: null, words: 'ten thousand tokens or more' },
];

/** In milliseconds. */
export const ageSteps: readonly PublicStep[] = [
  { below: 60_000n, words: 'within the last minute' },
  { below: 600_000n, words: 'within the last ten minutes' },
  { below: 3_600_000n, words: 'within the last hour' },
  { below: 86_400_000n, words: 'within the last day' },
  { below: 604_800_000n, words: 'within the last week' },
  { below: null, words: 'more than a week ago' },
];

export function publicSize(units: bigint, { decimals }: Pick<TokenRef, 'decimals'>): string {
  return wordsFor(sizeSteps, (units * 1_000_000n) / 10n ** BigInt(decimals));
}

/** A clock that was set back makes no age negative. */
export function publicAge(ms: number): string {
  return wordsFor(ageSteps, BigInt(Math.max(0, Math.trunc(ms))));
}

function wordsFor(steps: readonly PublicStep[], value: bigint): string {
  return steps.find(({ below }) => below === null || value < below)?.words ?? '';
}

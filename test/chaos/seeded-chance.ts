import { seededRandom } from '../support/seeded-random.ts';

/** Chance that a seed repeats: the same seed gives the same answers in the same order. */
export interface SeededChance {
  /** From `least` to `most`, both included. */
  between(least: number, most: number): number;
  coin(probability: number): boolean;
  pick<T>(choices: readonly T[]): T;
}

export function seededChance(seed: number): SeededChance {
  const next = seededRandom(seed);
  const between = (least: number, most: number): number =>
    least + Math.floor(next() * (most - least + 1));
  return {
    between,
    coin: (probability) => next() < probability,
    pick(choices) {
      const picked = choices[between(0, choices.length - 1)];
      if (picked === undefined) throw new RangeError('there is nothing to pick from');
      return picked;
    },
  };
}

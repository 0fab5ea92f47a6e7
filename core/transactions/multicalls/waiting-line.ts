import type { Transaction } from '@interline/kernel';

/**
 * An account's transactions wait for a multicall in two queues. One multicall hands over for at
 * most one rail's transfer, so in a single queue those with a call to a rail would starve all
 * others.
 */
export type Line = 'calls' | 'moves';

/** The queue of transactions that were committed together, and their constraint. */
export interface LinePlace {
  readonly line: Line;
  /**
   * What only one of a multicall's groups may move (see `movementKey`); null without such a
   * constraint.
   */
  readonly movement: string | null;
}

export function linePlaceOf(together: readonly Transaction[]): LinePlace {
  return {
    line: together.some(({ purpose }) => purpose === 'call') ? 'calls' : 'moves',
    movement: together.map(movementKey).find((key) => key !== null) ?? null,
  };
}

/**
 * Token, payer and recipient: two equal Transfer logs of one transaction could not be
 * distinguished.
 */
export function movementKey({ expects }: Pick<Transaction, 'expects'>): string | null {
  return expects === null ? null : `${expects.token}/${expects.from}/${expects.to}`;
}

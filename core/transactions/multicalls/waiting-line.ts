import type { Transaction } from '@interline/kernel';

/**
 * An account's transactions wait for a multicall in two lines. One multicall hands over for one
 * rail's transfer at most, so those with a call to a rail would crowd out all others in one line.
 */
export type Line = 'calls' | 'moves';

/** Where transactions that were committed together wait, and for what. */
export interface LinePlace {
  readonly line: Line;
  /** What only one of a multicall's groups may move (see `movementKey`); null where nothing does. */
  readonly movement: string | null;
}

export function linePlaceOf(together: readonly Transaction[]): LinePlace {
  return {
    line: together.some(({ purpose }) => purpose === 'call') ? 'calls' : 'moves',
    movement: together.map(movementKey).find((key) => key !== null) ?? null,
  };
}

/** Token, payer and recipient: two Transfer logs of one transaction with the same could not be told apart. */
export function movementKey({ expects }: Pick<Transaction, 'expects'>): string | null {
  return expects === null ? null : `${expects.token}/${expects.from}/${expects.to}`;
}

import type { SeenAs } from '@interline/core/transactions';
import type { Transaction } from '@interline/kernel';
import type { SqlValue, SqlValues } from '../engine/statement.ts';

/** The condition that a transaction still stands as it was seen. */
export function asSeen({ state, minedHash: hash, minedBlock: block, reorgs }: SeenAs) {
  const inNone = { where: 'state = :state AND reorgs = :reorgs', values: { state, reorgs } };
  return block === null
    ? inNone
    : {
        where: `${inNone.where} AND mined_hash = :hash AND mined_block = :block`,
        values: { ...inNone.values, hash, block },
      };
}

/**
 * Transactions as rows of one statement. The last row is repeated up to a power of two, so that few
 * statements serve all numbers of rows.
 */
export function rowsSeen(seen: readonly Transaction[]): {
  readonly text: string;
  readonly values: SqlValues;
} {
  const size = 2 ** Math.ceil(Math.log2(seen.length));
  const rows = Array.from({ length: size }, (_, at) => seen[Math.min(at, seen.length - 1)]);
  return {
    text: rows
      .map(
        (_, at) =>
          `(:id${at}, :state${at}, CAST(:reorgs${at} AS BIGINT), :hash${at}, CAST(:block${at} AS BIGINT))`,
      )
      .join(', '),
    values: Object.fromEntries(
      rows.flatMap((one, at): [string, SqlValue][] => [
        [`id${at}`, one?.id ?? null],
        [`state${at}`, one?.state ?? null],
        [`reorgs${at}`, one?.reorgs ?? null],
        [`hash${at}`, one?.minedHash ?? null],
        [`block${at}`, one?.minedBlock ?? null],
      ]),
    ),
  };
}

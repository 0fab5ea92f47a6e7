import type { AddressReading, OutputReading } from '@interline/ports';
import { outputKey, type SeenOutput } from './deposit.ts';
import { sumOf } from './worth-of.ts';

/**
 * What is known of an address after a reading of it. Nothing seen once is forgotten: what the
 * reading does not show is gone, and is there again when a later one shows it. What replaces a
 * transaction, and pays no more, was seen when that one was: a payer who raises a fee keeps the price,
 * and one who paid a little first does not get it for much.
 * Confirmations above `deepest` are not told apart.
 */
export function mergeSeen(
  known: readonly SeenOutput[],
  reading: Pick<AddressReading, 'outputs' | 'replaced'>,
  nowMs: number,
  deepest: number,
): readonly SeenOutput[] {
  const placeOf = placeWithin(deepest);
  const shown = new Map(reading.outputs.map((one) => [outputKey(one), one]));
  const replacedBy = new Map(reading.replaced.map((one) => [outputKey(one), one.by]));
  const before = known.map((one): SeenOutput => {
    const now = shown.get(outputKey(one));
    return now === undefined
      ? {
          ...one,
          ...inMempool,
          isGone: true,
          replacedBy: replacedBy.get(outputKey(one)) ?? one.replacedBy,
        }
      : {
          ...one,
          ...placeOf(now),
          minedAtMs: one.minedAtMs ?? firstMined(now, nowMs),
          isGone: false,
          replacedBy: null,
        };
  });
  const keys = new Set(known.map(outputKey));
  const replacedOf = replacedLike(before, reading.outputs);
  const fresh = reading.outputs
    .filter((one) => !keys.has(outputKey(one)))
    .map((one): SeenOutput => ({
      tx: one.tx,
      output: one.output,
      units: one.units,
      ...placeOf(one),
      seenAtMs: firstSeen(one, replacedOf(one.tx), nowMs),
      minedAtMs: firstMined(one, nowMs),
      isGone: false,
      replacedBy: null,
      use: null,
    }));
  return [...before, ...fresh];
}

const inMempool = { confirmations: 0, block: null, blockHash: null } as const;

type Place = Pick<SeenOutput, 'confirmations' | 'block' | 'blockHash'>;

function placeWithin(deepest: number): (one: OutputReading) => Place {
  return ({ confirmations, block, blockHash }) =>
    confirmations === 0
      ? inMempool
      : { confirmations: Math.min(confirmations, deepest), block, blockHash };
}

/** What the transaction replaced, where one of those alone paid as much as it pays in all. */
function replacedLike(
  before: readonly SeenOutput[],
  shown: readonly OutputReading[],
): (tx: string) => readonly SeenOutput[] {
  return (tx) => {
    const paid = sumOf(shown.filter((one) => one.tx === tx));
    const replaced = before.filter(({ replacedBy }) => replacedBy === tx);
    return [...Map.groupBy(replaced, (one) => one.tx).values()]
      .filter((outputs) => sumOf(outputs) >= paid)
      .flat();
  };
}

/** Its block was made before we looked: a deposit does not come late because we were down. */
function firstSeen(
  { blockTimeMs }: OutputReading,
  replaced: readonly SeenOutput[],
  nowMs: number,
): number {
  return Math.min(nowMs, blockTimeMs ?? nowMs, ...replaced.map(({ seenAtMs }) => seenAtMs));
}

function firstMined({ confirmations, blockTimeMs }: OutputReading, nowMs: number): number | null {
  return confirmations === 0 ? null : Math.min(nowMs, blockTimeMs ?? nowMs);
}

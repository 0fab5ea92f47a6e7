import type { AddressReading, OutputReading } from '@interline/ports';
import { outputKey, type SeenOutput } from './deposit.ts';
import { sumOf } from './worth-of.ts';

/**
 * Merges a reading of an address into what is known. A seen output is never forgotten: one that the
 * reading does not show is gone, and is present again when a later reading shows it. A replacement
 * that pays no more counts as seen when the replaced transaction was seen. So a payer who raises a
 * fee keeps the price, and one who first paid a little does not get it for a large amount.
 * Confirmations above `deepest` are not distinguished.
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

/** The transaction that this one replaced, if that one alone paid as much as this pays in total. */
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

/**
 * If its block was made before we looked, the block's time counts: our downtime does not make a
 * deposit late.
 */
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

import type { Hex } from '@interline/kernel';

export interface FeedRound {
  readonly microUsd: bigint;
  readonly updatedAtMs: number;
}

/** No feed has more. */
const mostDecimals = 36;

/**
 * The answer of `latestRoundData()`: roundId, answer (int256), startedAt, updatedAt,
 * answeredInRound, a word each. Null where the answer is not positive, the round is not complete,
 * or its answer was carried over from an older one.
 */
export function readRound(data: Hex | null, decimals: number): FeedRound | null {
  if (
    data === null ||
    !/^0x[0-9a-fA-F]{320}$/.test(data) ||
    !Number.isInteger(decimals) ||
    decimals > mostDecimals
  )
    return null;
  const [roundId, answer, , updatedAt, answeredInRound] = Array.from({ length: 5 }, (_, at) =>
    BigInt(`0x${data.slice(2 + at * 64, 66 + at * 64)}`),
  );
  if (
    roundId === undefined ||
    answer === undefined ||
    updatedAt === undefined ||
    answeredInRound === undefined
  )
    return null;
  const isNegative = answer >> 255n === 1n;
  if (isNegative || updatedAt === 0n || updatedAt > 10n ** 12n || answeredInRound < roundId)
    return null;
  const microUsd = (answer * 1_000_000n) / 10n ** BigInt(decimals);
  return microUsd === 0n ? null : { microUsd, updatedAtMs: Number(updatedAt) * 1_000 };
}

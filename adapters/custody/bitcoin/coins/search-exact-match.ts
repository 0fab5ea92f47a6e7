interface Candidate<T> {
  readonly coin: T;
  /** The coin's effective value: its value less the cost of spending it; above zero. */
  readonly units: bigint;
}

/** Core's `TOTAL_TRIES`. An exact match, if one exists, is usually found far earlier. */
const maxTries = 100_000;

/**
 * The subset whose sum lies within [wanted, wanted + tolerance] and is nearest to `wanted`. Null
 * when the search finds none within its bound. Depth-first branch and bound over the candidates,
 * largest first, with the remaining sum as the look-ahead (Erhardt, "An Evaluation of Coin
 * Selection Strategies", 2016).
 */
export function searchExactMatch<T>(
  candidates: readonly Candidate<T>[],
  wanted: bigint,
  tolerance: bigint,
): readonly T[] | null {
  const sorted = [...candidates].sort((a, b) =>
    a.units < b.units ? 1 : a.units > b.units ? -1 : 0,
  );
  const restFrom = sumsFrom(sorted);
  const chosen: number[] = [];
  let best: readonly number[] | null = null;
  let bestSum = wanted + tolerance + 1n;
  let sum = 0n;
  let next = 0;

  for (let tries = 0; tries < maxTries; tries += 1) {
    const isDeadEnd = sum + (restFrom[next] ?? 0n) < wanted || sum >= bestSum;
    if (!isDeadEnd && sum >= wanted) {
      best = [...chosen];
      bestSum = sum;
      if (sum === wanted) break;
    }
    const candidate = sorted[next];
    if (!isDeadEnd && sum < wanted && candidate !== undefined) {
      chosen.push(next);
      sum += candidate.units;
      next += 1;
      continue;
    }
    // Backtrack: drop the coin taken last and continue with the candidates after it.
    const last = chosen.pop();
    if (last === undefined) break;
    sum -= sorted[last]?.units ?? 0n;
    next = last + 1;
    // A coin of equal value would only repeat the branch.
    while (sorted[next] !== undefined && sorted[next]?.units === sorted[last]?.units) next += 1;
  }
  return best === null ? null : best.flatMap((index) => sorted[index]?.coin ?? []);
}

function sumsFrom(sorted: readonly Candidate<unknown>[]): readonly bigint[] {
  const sums = new Array<bigint>(sorted.length + 1).fill(0n);
  for (let index = sorted.length - 1; index >= 0; index -= 1)
    sums[index] = (sums[index + 1] ?? 0n) + (sorted[index]?.units ?? 0n);
  return sums;
}

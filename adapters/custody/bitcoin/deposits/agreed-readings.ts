import type { AddressReading, DepositReading, OutputReading } from '@interline/ports';

/**
 * Merges what several nodes show of the same addresses into what is safe to act on. An output is in
 * a block when `enough` nodes have it in that block; its depth is the shallowest that they report.
 * With fewer nodes it counts as in the mempool, and as sent before any block that one of them has
 * it in, even if that block is later reorganised away. It is gone only when no node has it.
 * `readings` has at least `enough` items, each with the addresses in the same order.
 */
export function agreedReadings(
  readings: readonly DepositReading[],
  enough: number,
): DepositReading {
  const [first] = readings;
  if (first === undefined) throw new RangeError('no node was read');
  return {
    tipTimeMs: Math.min(...readings.map(({ tipTimeMs }) => tipTimeMs)),
    addresses: first.addresses.map((reading, index) =>
      agreedAddress(
        readings.map(({ addresses }) => addresses[index] ?? reading),
        enough,
      ),
    ),
  };
}

function agreedAddress(readings: readonly AddressReading[], enough: number): AddressReading {
  const [first] = readings;
  if (first === undefined) throw new RangeError('no node was read');
  const shown = Map.groupBy(
    readings.flatMap(({ outputs }) => outputs),
    ({ tx, output }) => `${tx}:${output}`,
  );
  return {
    address: first.address,
    outputs: [...shown.values()].flatMap((one) => agreedOutput(one, enough) ?? []),
    replaced: first.replaced.filter(({ tx, output }) => !shown.has(`${tx}:${output}`)),
  };
}

function agreedOutput(shown: readonly OutputReading[], enough: number): OutputReading | null {
  const inBlocks = Map.groupBy(
    shown.filter(({ blockHash }) => blockHash !== null),
    ({ blockHash, units }) => `${blockHash} ${units}`,
  );
  for (const alike of inBlocks.values()) {
    const [deepest] = alike.toSorted((a, b) => b.confirmations - a.confirmations);
    const shallowest = alike
      .map(({ confirmations }) => confirmations)
      .toSorted((a, b) => b - a)
      .at(enough - 1);
    if (deepest !== undefined && shallowest !== undefined)
      return { ...deepest, confirmations: shallowest };
  }
  const [one] = shown;
  if (one === undefined) return null;
  const { blockTimeMs: _time, ...rest } = one;
  const times = shown.flatMap(({ blockTimeMs }) => blockTimeMs ?? []);
  return {
    ...rest,
    confirmations: 0,
    block: null,
    blockHash: null,
    ...(times.length === 0 ? {} : { blockTimeMs: Math.max(...times) }),
  };
}

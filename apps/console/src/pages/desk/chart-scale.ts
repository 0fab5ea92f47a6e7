/** Where the values of a chart are. Only places become a `number`, never a value. */
export interface Scale {
  readonly least: bigint;
  readonly most: bigint;
  /** From 0 at the top to 1 at the bottom, in thousandths. */
  at(value: bigint): number;
}

/** Zero is always on it, and so is some room where all is zero. */
export function scaleOf(values: readonly (bigint | null)[]): Scale {
  const known = values.filter((value) => value !== null);
  const least = known.reduce((so, value) => (value < so ? value : so), 0n);
  const highest = known.reduce((so, value) => (value > so ? value : so), 0n);
  const most = highest === least ? least + 1n : highest;
  return {
    least,
    most: highest,
    at: (value) => Number(((most - value) * 1_000n) / (most - least)) / 1_000,
  };
}

/** Decimal text as the service writes dollars, in millionths. */
export function microUsd(text: string | null): bigint | null {
  const found = /^(-?)(\d+)\.(\d{6})$/.exec(text ?? '');
  if (found === null) return null;
  const value = BigInt(`${found[2]}${found[3]}`);
  return found[1] === '-' ? -value : value;
}

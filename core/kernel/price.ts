/** Millionths of a dollar for one whole token. */
export interface Price {
  readonly microUsd: bigint;
  readonly asOfMs: number;
}

/** Value in millionths of a dollar, rounded down. */
export function valueMicroUsd(units: bigint, decimals: number, price: Price): bigint {
  return (units * price.microUsd) / 10n ** BigInt(decimals);
}

/** Value in millionths of a dollar, rounded up. */
export function costMicroUsd(units: bigint, decimals: number, price: Price): bigint {
  const one = 10n ** BigInt(decimals);
  return (units * price.microUsd + one - 1n) / one;
}

/** How many smallest units are worth that much, rounded up. */
export function unitsWorth(microUsd: bigint, decimals: number, price: Price): bigint {
  return (microUsd * 10n ** BigInt(decimals) + price.microUsd - 1n) / price.microUsd;
}

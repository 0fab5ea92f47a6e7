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

const microUsdPerCent = 10_000n;

/** Value in US cents, rounded up, so that the parts of an amount never add up to less than the whole. */
export function costCents(units: bigint, decimals: number, price: Price): bigint {
  return (costMicroUsd(units, decimals, price) + microUsdPerCent - 1n) / microUsdPerCent;
}

/** How many smallest units are worth that much, rounded up. */
export function unitsWorth(microUsd: bigint, decimals: number, price: Price): bigint {
  return (microUsd * 10n ** BigInt(decimals) + price.microUsd - 1n) / price.microUsd;
}

/** Whole cents as people read them: `4.50 USD`. */
export function inDollars(cents: bigint): string {
  const digits = cents.toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)} USD`;
}

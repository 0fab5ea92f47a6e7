import type { Asset } from './order.ts';

type Priced = Pick<Asset, 'decimals' | 'priceMicroUsd'>;

const scale = 1_000_000n;

/**
 * What the units of one asset are worth in another's smallest units, at the round prices; rounded
 * down.
 */
export function exchanged(units: bigint, from: Priced, to: Priced): bigint {
  return (
    (units * from.priceMicroUsd * 10n ** BigInt(to.decimals)) /
    (to.priceMicroUsd * 10n ** BigInt(from.decimals))
  );
}

/** Smallest units worth so many millionths of a dollar, rounded up. */
export function unitsWorth(microUsd: bigint, asset: Priced): bigint {
  return (
    (microUsd * 10n ** BigInt(asset.decimals) + asset.priceMicroUsd - 1n) / asset.priceMicroUsd
  );
}

/** Dollars as the engines write them, e.g. `12.340000`. */
export function usdText(units: bigint, asset: Priced): string {
  return millionthsText((units * asset.priceMicroUsd) / 10n ** BigInt(asset.decimals));
}

/** A price or share in millionths as a decimal, e.g. `0.000600`. */
export function millionthsText(millionths: bigint): string {
  return `${millionths / scale}.${String(millionths % scale).padStart(6, '0')}`;
}

import { type ChainRef, evmChainId } from './chain.ts';

/** The address that stands for a chain's own coin. */
export const nativeAddress = 'native';

export interface TokenRef {
  readonly chain: ChainRef;
  /** Lower-case contract address, or `native`. */
  readonly address: string;
  readonly symbol: string;
  readonly decimals: number;
  /** The underlying asset (`USD`, `ETH`, ...): tokens of one asset trade one to one on a float. */
  readonly asset: string;
  /** The token's EIP-712 domain, if it supports EIP-2612 permits. */
  readonly eip2612?: { readonly name: string; readonly version: string };
}

export function isNative(token: TokenRef): boolean {
  return token.address === nativeAddress;
}

/**
 * Whether a payer's signature alone can move it: permits pull tokens on EVM chains, never coins.
 */
export function isPullable(token: TokenRef): boolean {
  return evmChainId(token.chain) !== null && !isNative(token);
}

/** Key of a token on its chain, for maps and rows. */
export function tokenKey(token: { readonly chain: ChainRef; readonly address: string }): string {
  return `${token.chain}/${token.address}`;
}

/**
 * Converts smallest units between decimals, rounded down so that no side is short by rounding up.
 */
export function rescale(units: bigint, fromDecimals: number, toDecimals: number): bigint {
  return toDecimals >= fromDecimals
    ? units * 10n ** BigInt(toDecimals - fromDecimals)
    : units / 10n ** BigInt(fromDecimals - toDecimals);
}

/** Smallest units in readable form: `-0.5 USDC`. */
export function inTokens(
  units: bigint,
  { decimals, symbol }: Pick<TokenRef, 'decimals' | 'symbol'>,
): string {
  return `${inDecimals(units, decimals)} ${symbol}`;
}

/** The same without the symbol. */
export function inDecimals(units: bigint, decimals: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

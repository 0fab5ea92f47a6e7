import {
  type ChainRef,
  evmChain,
  isNative,
  type TokenList,
  type TokenRef,
} from '@interline/kernel';

export const bundleNames = ['starter', 'bundle', 'bulk'] as const;

export type BundleName = (typeof bundleNames)[number];

export interface Product {
  readonly passes: number;
  readonly priceMicroUsd: bigint;
}

export const products: Readonly<Record<BundleName, Product>> = {
  starter: { passes: 1_000, priceMicroUsd: 1_000_000n },
  bundle: { passes: 5_000, priceMicroUsd: 3_000_000n },
  bulk: { passes: 25_000, priceMicroUsd: 10_000_000n },
};

export const mostBundles = 50;

/** Chains of assets that are paid at an invoice's own address. */
const directChains = {
  'eth-4663': evmChain(4_663),
  'eth-1': evmChain(1),
  'eth-42161': evmChain(42_161),
  'eth-8453': evmChain(8_453),
  'usdc-8453': evmChain(8_453),
  'usdc-42161': evmChain(42_161),
} as const satisfies Readonly<Record<string, ChainRef>>;

export type DirectAsset = keyof typeof directChains;
/** Bitcoin is deposited, and a route pays its value in dollars to the invoice's address. */
export type AssetName = DirectAsset | 'btc';

// CAST: the table's own keys.
export const directAssets = Object.keys(directChains) as DirectAsset[];
export const assetNames: readonly [AssetName, ...AssetName[]] = ['btc', ...directAssets];

/** Assets in which a deposit can pay an invoice; the first payable one is used. */
export const dollarAssets = ['usdc-8453', 'usdc-42161'] as const satisfies readonly DirectAsset[];

/** A smaller deposit costs its payer, and us, too much relative to its value. */
export const leastSats = 100_000n;

/** The token of an asset name; null if the deployment does not list it. */
export function tokenOfAsset(tokens: Pick<TokenList, 'on'>, name: DirectAsset): TokenRef | null {
  const symbol = name.startsWith('eth-') ? 'ETH' : 'USDC';
  return (
    tokens
      .on(directChains[name])
      .find((token) => token.symbol === symbol && isNative(token) === (symbol === 'ETH')) ?? null
  );
}

/** The token that counts at an invoice's address; null if the deployment no longer lists it. */
export function tokenAt(
  tokens: Pick<TokenList, 'on'>,
  { chain, token }: { readonly chain: ChainRef; readonly token: string },
): TokenRef | null {
  return tokens.on(chain).find(({ address }) => address === token) ?? null;
}

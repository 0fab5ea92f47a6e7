import { type ChainRef, evmAddress, evmChain, type TokenRef } from '@interline/plugins';

export const arbitrum = evmChain(42161);
export const base = evmChain(8453);
export const ethereum = evmChain(1);

export const usdcOnArbitrum = erc20(
  arbitrum,
  'USDC',
  6,
  'USD',
  '0xaf88d065e77c8cc2239327c5edb3a432268e5831',
);
export const usdcOnBase = erc20(
  base,
  'USDC',
  6,
  'USD',
  '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
);
export const daiOnBase = erc20(
  base,
  'DAI',
  18,
  'USD',
  '0x50c5725949a6f0c72e6c4a641f24049a917db0cb',
);
export const usdcOnEthereum = erc20(
  ethereum,
  'USDC',
  6,
  'USD',
  '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
);
export const wethOnArbitrum = erc20(
  arbitrum,
  'WETH',
  18,
  'ETH',
  '0x82af49447d8a07e3bd95bd0d56f35241523fbab1',
);

export const ethOnArbitrum = coin(arbitrum);
export const ethOnBase = coin(base);
const ethOnEthereum = coin(ethereum);

export const laneTokens: readonly TokenRef[] = [
  usdcOnArbitrum,
  usdcOnBase,
  daiOnBase,
  usdcOnEthereum,
  wethOnArbitrum,
  ethOnArbitrum,
  ethOnBase,
  ethOnEthereum,
];

function erc20(
  chain: ChainRef,
  symbol: string,
  decimals: number,
  asset: string,
  address: string,
): TokenRef {
  return { chain, symbol, decimals, asset, address: evmAddress(address) };
}

function coin(chain: ChainRef): TokenRef {
  return { chain, symbol: 'ETH', decimals: 18, asset: 'ETH', address: 'native' };
}

import { type ChainRef, evmChain, nonEvmNodes, TokenList, type TokenRef } from '@interline/kernel';

export const base = evmChain(8453);
export const arbitrum = evmChain(42161);
export const optimism = evmChain(10);
export const stellar = node('stellar');
export const solana = node('solana');
export const bitcoin = node('bitcoin');

export const baseEth: TokenRef = {
  chain: base,
  address: 'native',
  symbol: 'ETH',
  decimals: 18,
  asset: 'ETH',
};
export const baseUsdc: TokenRef = {
  chain: base,
  address: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
  symbol: 'USDC',
  decimals: 6,
  asset: 'USD',
  eip2612: { name: 'USD Coin', version: '2' },
};
const arbitrumEth: TokenRef = {
  chain: arbitrum,
  address: 'native',
  symbol: 'ETH',
  decimals: 18,
  asset: 'ETH',
};
export const arbitrumUsdc: TokenRef = {
  chain: arbitrum,
  address: '0xaf88d065e77c8cc2239327c5edb3a432268e5831',
  symbol: 'USDC',
  decimals: 6,
  asset: 'USD',
};
export const stellarUsdc: TokenRef = {
  chain: stellar,
  address: 'USDC:GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN',
  symbol: 'USDC',
  decimals: 7,
  asset: 'USD',
};
export const solanaSol: TokenRef = {
  chain: solana,
  address: 'native',
  symbol: 'SOL',
  decimals: 9,
  asset: 'SOL',
};
export const bitcoinBtc: TokenRef = {
  chain: bitcoin,
  address: 'native',
  symbol: 'BTC',
  decimals: 8,
  asset: 'BTC',
};

/** Optimism lists two tokens under one symbol. */
const twins: readonly TokenRef[] = [
  {
    chain: optimism,
    address: '0x0b2c639c533813f4aa9d7837caf62653d097ff85',
    symbol: 'USDC',
    decimals: 6,
    asset: 'USD',
  },
  {
    chain: optimism,
    address: '0x7f5c764cbc14f9669b88837ca1490cca17c31607',
    symbol: 'USDC',
    decimals: 6,
    asset: 'USD',
  },
];

export const sampleTokens = new TokenList([
  baseEth,
  baseUsdc,
  arbitrumEth,
  arbitrumUsdc,
  stellarUsdc,
  solanaSol,
  bitcoinBtc,
  ...twins,
]);

function node(wire: string): ChainRef {
  const found = nonEvmNodes.find((one) => one.wire === wire);
  if (found === undefined) throw new Error(`the mesh has no ${wire}`);
  return found.chain;
}

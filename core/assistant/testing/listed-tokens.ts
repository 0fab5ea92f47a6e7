import { evmChain, nonEvmNodes, TokenList, type TokenRef } from '@interline/kernel';

export const base = evmChain(8453);
export const arbitrum = evmChain(42161);
export const optimism = evmChain(10);
export const bnb = evmChain(56);
const stellar = nonEvmNodes[0]?.chain ?? base;

const coin = (chainId: number, symbol: string): TokenRef => ({
  chain: evmChain(chainId),
  address: 'native',
  symbol,
  decimals: 18,
  asset: symbol,
});
const usdc = (chainId: number, digit: string, decimals = 6): TokenRef => ({
  chain: evmChain(chainId),
  address: `0x${digit.repeat(40)}`,
  symbol: 'USDC',
  decimals,
  asset: 'USD',
});

export const baseUsdc = usdc(8453, 'a');
export const arbitrumUsdc = usdc(42161, 'b');
export const bnbUsdc = usdc(56, 'c', 18);
export const arbitrumDai: TokenRef = {
  chain: arbitrum,
  address: `0x${'d'.repeat(40)}`,
  symbol: 'DAI',
  decimals: 18,
  asset: 'DAI',
};
export const stellarUsdc: TokenRef = {
  chain: stellar,
  address: 'USDC:GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN',
  symbol: 'USDC',
  decimals: 7,
  asset: 'USD',
};
/** One symbol for two tokens. */
export const optimismTwins = [usdc(10, 'e'), usdc(10, 'f')] as const;

export const listedTokens = new TokenList([
  coin(1, 'ETH'),
  coin(8453, 'ETH'),
  coin(42161, 'ETH'),
  coin(56, 'BNB'),
  coin(43114, 'AVAX'),
  baseUsdc,
  arbitrumUsdc,
  bnbUsdc,
  arbitrumDai,
  stellarUsdc,
  ...optimismTwins,
]);

export const alice = '0x1111111111111111111111111111111111111111';
export const bob = '0x2222222222222222222222222222222222222222';

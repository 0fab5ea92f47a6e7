import { type ChainRef, evmChain, nativeAddress, type TokenRef } from '@interline/kernel';

export const base = evmChain(8453);
export const arbitrum = evmChain(42161);
export const bnb = evmChain(56);

/** Two six-decimal dollars, one of eighteen, and a coin. */
export const usdcOnBase = dollar(base, '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913', 6);
export const usdcOnArbitrum = dollar(arbitrum, '0xaf88d065e77c8cc2239327c5edb3a432268e5831', 6);
export const usdcOnBnb = dollar(bnb, '0x8ac76a51cc950d9822d68b83fe1ad97b32cd580d', 18);
export const etherOnBase: TokenRef = {
  chain: base,
  address: nativeAddress,
  symbol: 'ETH',
  decimals: 18,
  asset: 'ETH',
};

export const testTokens: readonly TokenRef[] = [usdcOnBase, usdcOnArbitrum, usdcOnBnb, etherOnBase];

function dollar(chain: ChainRef, address: string, decimals: number): TokenRef {
  return { chain, address, symbol: 'USDC', decimals, asset: 'USD' };
}

import { chainRef, type TokenRef } from '@interline/plugins';

const solana = chainRef('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp');

export const sol: TokenRef = {
  chain: solana,
  address: 'native',
  symbol: 'SOL',
  decimals: 9,
  asset: 'SOL',
};

export const usdcOnSolana: TokenRef = {
  chain: solana,
  address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  symbol: 'USDC',
  decimals: 6,
  asset: 'USD',
};

import type { Asset } from '../order.ts';

export type NodeName = 'solana' | 'bitcoin' | 'stellar' | 'tron' | 'sui' | 'berachain';

/** A token of a chain that the devnet does not run; a null address is the chain's coin. */
export type NodeAsset = Omit<Asset, 'chainId'> & { readonly node: NodeName };

const dollar = 1_000_000n;

/** At the devnet's round prices, with the addresses of the real networks. */
export const nodeAssets: readonly NodeAsset[] = [
  coin('bitcoin', 'BTC', 8, 60_000n * dollar),
  coin('solana', 'SOL', 9, 150n * dollar),
  coin('stellar', 'XLM', 7, 250_000n),
  coin('tron', 'TRX', 6, 250_000n),
  coin('sui', 'SUI', 9, 2n * dollar),
  coin('berachain', 'BERA', 18, 2n * dollar),
  token('solana', 'USDC', 6, 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'),
  token('stellar', 'USDC', 7, 'USDC:GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN'),
  token('tron', 'USDT', 6, 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'),
  token(
    'sui',
    'USDC',
    6,
    '0xdba34672e30cb065b1f93e3ab55318768fd6fef66c15942c9f7cb846e2f900e7::usdc::USDC',
  ),
  token('berachain', 'USDC', 6, '0x549943e04f40284185054145c6e4e9568c1d3241'),
];

function coin(node: NodeName, symbol: string, decimals: number, priceMicroUsd: bigint): NodeAsset {
  return { node, address: null, symbol, decimals, priceMicroUsd };
}

function token(node: NodeName, symbol: string, decimals: number, address: string): NodeAsset {
  return { node, address, symbol, decimals, priceMicroUsd: dollar };
}

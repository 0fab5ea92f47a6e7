import { nativeAddress } from './token.ts';

/** A token of a chain outside the EVM mesh, with the chain's name in requests. */
interface WellKnownToken {
  readonly chain: string;
  readonly address: string;
  readonly symbol: string;
  readonly decimals: number;
  readonly asset: string;
}

/** Each chain's coin and its most-used dollar tokens, as their issuers publish them. */
export const wellKnownTokens: readonly WellKnownToken[] = [
  coin('bitcoin', 'BTC', 8),
  coin('solana', 'SOL', 9),
  dollar('solana', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', 6),
  coin('stellar', 'XLM', 7),
  dollar('stellar', 'USDC:GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN', 7),
  coin('tron', 'TRX', 6),
  {
    chain: 'tron',
    address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    symbol: 'USDT',
    decimals: 6,
    asset: 'USDT',
  },
  coin('sui', 'SUI', 9),
  dollar(
    'sui',
    '0xdba34672e30cb065b1f93e3ab55318768fd6fef66c15942c9f7cb846e2f900e7::usdc::USDC',
    6,
  ),
  coin('80094', 'BERA', 18),
  dollar('80094', '0x549943e04f40284185054145c6e4e9568c1d3241', 6),
];

function coin(chain: string, symbol: string, decimals: number): WellKnownToken {
  return { chain, address: nativeAddress, symbol, decimals, asset: symbol };
}

function dollar(chain: string, address: string, decimals: number): WellKnownToken {
  return { chain, address, symbol: 'USDC', decimals, asset: 'USD' };
}

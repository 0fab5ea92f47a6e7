import { asAmount, evmChain, type Ppm, type TokenRef } from '@interline/plugins';
import { usdcOnBase } from '@interline/plugins/testing';
import type { EstimateQuestion } from '../upstream/upstream.ts';
import { bitcoin, solana, stellar, sui, tron } from '../estimate/node-chains.ts';

const coin = (chain: TokenRef['chain'], symbol: string, decimals: number): TokenRef => ({
  chain,
  address: 'native',
  symbol,
  decimals,
  asset: symbol,
});
const token = (coinOfChain: TokenRef, symbol: string, address: string): TokenRef => ({
  ...coinOfChain,
  symbol,
  address,
  decimals: coinOfChain.symbol === 'XLM' ? 7 : 6,
  asset: symbol,
});

export const sol = coin(solana, 'SOL', 9);
export const btc = coin(bitcoin, 'BTC', 8);
export const xlm = coin(stellar, 'XLM', 7);
export const trx = coin(tron, 'TRX', 6);
export const suiCoin = coin(sui, 'SUI', 9);
export const bera = coin(evmChain(80094), 'BERA', 18);
export const usdcOnSolana = token(sol, 'USDC', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');
export const usdtOnTron = token(trx, 'USDT', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t');
export const usdcOnStellar = token(
  xlm,
  'USDC',
  'USDC:GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN',
);

/** Ten dollars from Base unless told otherwise. */
export function question(asked: Partial<EstimateQuestion>): EstimateQuestion {
  return {
    from: usdcOnBase,
    to: usdcOnSolana,
    units: asAmount(10_000_000n),
    payer: 'payer',
    recipient: 'recipient',
    slippage: 5_000 as Ppm,
    ...asked,
  };
}

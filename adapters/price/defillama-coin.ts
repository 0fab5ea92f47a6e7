import { evmChain, isNative, type TokenRef } from '@interline/kernel';

export interface DefillamaNames {
  /**
   * Names by asset, such as ETH: coingecko:ethereum; for a chain's coin too. A token's own address
   * is asked for otherwise.
   */
  readonly coins: Readonly<Record<string, string>>;
  /** Names of chains by id, over the known ones. */
  readonly chains: Readonly<Record<number, string>>;
}

const chainNames: Readonly<Record<number, string>> = {
  1: 'ethereum',
  10: 'optimism',
  56: 'bsc',
  100: 'xdai',
  130: 'unichain',
  137: 'polygon',
  146: 'sonic',
  480: 'wc',
  999: 'hyperliquid',
  1135: 'lisk',
  1868: 'soneium',
  5000: 'mantle',
  8453: 'base',
  33139: 'apechain',
  34443: 'mode',
  42161: 'arbitrum',
  43114: 'avax',
  57073: 'ink',
  59144: 'linea',
  81457: 'blast',
  7777777: 'zora',
};

const zeroAddress = '0x0000000000000000000000000000000000000000';

/** What DefiLlama calls the token, in the form it answers with; null where it has no name there. */
export function defillamaCoin(token: TokenRef, { coins, chains }: DefillamaNames): string | null {
  const named = coins[token.asset];
  if (named !== undefined) return named;
  const name = Object.entries({ ...chainNames, ...chains }).find(
    ([id]) => evmChain(Number(id)) === token.chain,
  )?.[1];
  return name === undefined ? null : `${name}:${isNative(token) ? zeroAddress : token.address}`;
}

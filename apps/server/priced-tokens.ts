import {
  chainFamily,
  chainFromWire,
  comparatorNodes,
  evmAddress,
  nativeAddress,
  nonEvmNodes,
  type TokenRef,
} from '@interline/kernel';
import { z } from 'zod';

const wires = [
  ...nonEvmNodes.map(({ wire }) => wire),
  ...comparatorNodes.map(({ wire }) => wire).filter((wire) => /^[0-9]+$/.test(wire)),
];

/** A token of a chain that the deployment has no node of: it can be priced, and no more. */
export const pricedTokenSchema = z.strictObject({
  /** By the name that requests take. */
  chain: z.union([z.string(), z.int().transform(String)]).refine((wire) => wires.includes(wire), {
    error: `wanted a chain that can be priced without a node: ${wires.join(', ')}`,
  }),
  /** As the chain writes it, its letter case included, or `native` for its coin. */
  address: z.string().regex(/^[0-9A-Za-z:._-]{1,128}$/, 'wanted one word'),
  symbol: z.string().min(1).max(20),
  decimals: z.int().min(0).max(36),
  asset: z.string().min(1).max(20),
});

export type PricedToken = z.output<typeof pricedTokenSchema>;

/** The coin of each, and the dollars that are moved most, as their issuers publish them. */
export const standardPricedTokens: readonly PricedToken[] = [
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

export function pricedTokenRefs(tokens: readonly PricedToken[]): readonly TokenRef[] {
  return tokens.map(({ chain: wire, address, ...token }) => {
    const chain = chainFromWire(wire);
    if (chain === null) throw new Error(`${wire} is not a chain`);
    const isEvmToken = chainFamily(chain) === 'eip155' && address !== nativeAddress;
    return { ...token, chain, address: isEvmToken ? evmAddress(address) : address };
  });
}

function coin(chain: string, symbol: string, decimals: number): PricedToken {
  return { chain, address: nativeAddress, symbol, decimals, asset: symbol };
}

function dollar(chain: string, address: string, decimals: number): PricedToken {
  return { chain, address, symbol: 'USDC', decimals, asset: 'USD' };
}

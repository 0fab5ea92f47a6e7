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
  chain: z
    .union([z.string(), z.int().transform(String)])
    .refine((wire) => wires.includes(wire), {
      error: `wanted a chain that can be priced without a node: ${wires.join(', ')}`,
    })
    .describe('Its chain, by the name that requests take.'),
  address: z
    .string()
    .regex(/^[0-9A-Za-z:._-]{1,128}$/, 'wanted one word')
    .describe('As the chain writes it, its letter case included, or `native` for its coin.'),
  symbol: z.string().min(1).max(20).describe('What people call it.'),
  decimals: z.int().min(0).max(36).describe('How many decimals its smallest unit stands behind.'),
  asset: z.string().min(1).max(20).describe('What it is a claim on.'),
});

export type PricedToken = z.output<typeof pricedTokenSchema>;

export function pricedTokenRefs(tokens: readonly PricedToken[]): readonly TokenRef[] {
  return tokens.map(({ chain: wire, address, ...token }) => {
    const chain = chainFromWire(wire);
    if (chain === null) throw new Error(`${wire} is not a chain`);
    const isEvmToken = chainFamily(chain) === 'eip155' && address !== nativeAddress;
    return { ...token, chain, address: isEvmToken ? evmAddress(address) : address };
  });
}

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

export function pricedTokenRefs(tokens: readonly PricedToken[]): readonly TokenRef[] {
  return tokens.map(({ chain: wire, address, ...token }) => {
    const chain = chainFromWire(wire);
    if (chain === null) throw new Error(`${wire} is not a chain`);
    const isEvmToken = chainFamily(chain) === 'eip155' && address !== nativeAddress;
    return { ...token, chain, address: isEvmToken ? evmAddress(address) : address };
  });
}

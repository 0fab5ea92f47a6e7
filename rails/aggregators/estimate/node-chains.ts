import { chainFamily, type ChainRef, nonEvmNodes, pricedEvmNodes } from '@interline/plugins';

/** A non-EVM node by its name in requests. */
function node(wire: string): ChainRef {
  const found = nonEvmNodes.find((one) => one.wire === wire);
  if (found === undefined) throw new Error(`the mesh has no node ${wire}`);
  return found.chain;
}

export const solana = node('solana');
export const stellar = node('stellar');
export const bitcoin = node('bitcoin');
export const tron = node('tron');
export const sui = node('sui');
export const pricedEvm: readonly ChainRef[] = pricedEvmNodes.map(({ chain }) => chain);

/** Whether the chain's addresses are case-insensitive. */
export function ignoresCase(chain: ChainRef): boolean {
  return chainFamily(chain) === 'eip155';
}

import { type ChainRef, evmChain, evmChainId } from './chain.ts';
import { nonEvmNodes } from './mesh.ts';

/** A chain in clients' notation: `8453`, `"8453"` or a node's name such as `"stellar"`. */
export type WireChain = number | string;

/** Null if the text names no chain at all; whether a rail serves it is a separate question. */
export function chainFromWire(value: WireChain): ChainRef | null {
  const text = String(value);
  if (/^[1-9][0-9]{0,14}$/.test(text)) return evmChain(Number(text));
  return nonEvmNodes.find((node) => node.wire === text.toLowerCase())?.chain ?? null;
}

/**
 * An integer for EVM chains, the node's name for the others, the CAIP-2 name for a plugin's own
 * chain.
 */
export function chainToWire(chain: ChainRef): WireChain {
  return evmChainId(chain) ?? namedNode(chain) ?? chain;
}

/** A chain in a sentence: a node's name in clients' notation, otherwise the CAIP-2 name. */
export function chainInWords(chain: ChainRef): string {
  return namedNode(chain) ?? chain;
}

function namedNode(chain: ChainRef): string | undefined {
  return nonEvmNodes.find((node) => node.chain === chain)?.wire;
}

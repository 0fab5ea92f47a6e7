/**
 * A chain's name at Stargate, and its endpoint id at LayerZero, which carries Stargate's messages.
 */
export interface StargateChain {
  readonly chainId: number;
  readonly key: string;
  readonly endpointId: number;
}

export const stargateChains: readonly StargateChain[] = [
  { chainId: 1, key: 'ethereum', endpointId: 30101 },
  { chainId: 10, key: 'optimism', endpointId: 30111 },
  { chainId: 56, key: 'bsc', endpointId: 30102 },
  { chainId: 100, key: 'gnosis', endpointId: 30145 },
  { chainId: 130, key: 'unichain', endpointId: 30320 },
  { chainId: 137, key: 'polygon', endpointId: 30109 },
  { chainId: 146, key: 'sonic', endpointId: 30332 },
  { chainId: 480, key: 'worldchain', endpointId: 30319 },
  { chainId: 999, key: 'hyperliquid', endpointId: 30367 },
  { chainId: 1135, key: 'lisk', endpointId: 30321 },
  { chainId: 1868, key: 'soneium', endpointId: 30340 },
  { chainId: 5000, key: 'mantle', endpointId: 30181 },
  { chainId: 8453, key: 'base', endpointId: 30184 },
  { chainId: 33139, key: 'ape', endpointId: 30312 },
  { chainId: 34443, key: 'mode', endpointId: 30260 },
  { chainId: 42161, key: 'arbitrum', endpointId: 30110 },
  { chainId: 43114, key: 'avalanche', endpointId: 30106 },
  { chainId: 57073, key: 'ink', endpointId: 30339 },
  { chainId: 59144, key: 'linea', endpointId: 30183 },
  { chainId: 81457, key: 'blast', endpointId: 30243 },
  { chainId: 7777777, key: 'zora', endpointId: 30195 },
];

export function stargateChain(chainId: number): StargateChain | undefined {
  return stargateChains.find((chain) => chain.chainId === chainId);
}

/** The chain of a key; 0 as below. */
export function chainIdOf(key: string): number {
  return stargateChains.find((chain) => chain.key === key)?.chainId ?? 0;
}

/**
 * The chain of an endpoint id; 0, which is not a chain, for an unknown one, so that it never
 * matches the requested chain.
 */
export function chainIdAt(endpointId: bigint): number {
  return stargateChains.find((chain) => BigInt(chain.endpointId) === endpointId)?.chainId ?? 0;
}

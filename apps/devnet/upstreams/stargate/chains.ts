/** `eid` is the number of LayerZero's endpoint there. */
type StargateChain = { readonly chainId: number; readonly key: string; readonly eid: number };

export const stargateChains: readonly StargateChain[] = [
  { chainId: 1, key: 'ethereum', eid: 30101 },
  { chainId: 10, key: 'optimism', eid: 30111 },
  { chainId: 56, key: 'bsc', eid: 30102 },
  { chainId: 100, key: 'gnosis', eid: 30145 },
  { chainId: 130, key: 'unichain', eid: 30320 },
  { chainId: 137, key: 'polygon', eid: 30109 },
  { chainId: 146, key: 'sonic', eid: 30332 },
  { chainId: 480, key: 'worldchain', eid: 30319 },
  { chainId: 999, key: 'hyperliquid', eid: 30367 },
  { chainId: 1135, key: 'lisk', eid: 30321 },
  { chainId: 1868, key: 'soneium', eid: 30340 },
  { chainId: 5000, key: 'mantle', eid: 30181 },
  { chainId: 8453, key: 'base', eid: 30184 },
  { chainId: 33139, key: 'ape', eid: 30312 },
  { chainId: 34443, key: 'mode', eid: 30260 },
  { chainId: 42161, key: 'arbitrum', eid: 30110 },
  { chainId: 43114, key: 'avalanche', eid: 30106 },
  { chainId: 57073, key: 'ink', eid: 30339 },
  { chainId: 59144, key: 'linea', eid: 30183 },
  { chainId: 81457, key: 'blast', eid: 30243 },
  { chainId: 7777777, key: 'zora', eid: 30195 },
];

export function stargateChain(chainId: number): StargateChain {
  const listed = stargateChains.find((chain) => chain.chainId === chainId);
  if (listed === undefined) throw new Error(`Stargate has no name for chain ${chainId}`);
  return listed;
}

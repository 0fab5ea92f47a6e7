export type ListedChain = { chainId: number; name: string };

/** The chains a devnet can run, with their real ids. */
export const chainList: readonly ListedChain[] = [
  { chainId: 1, name: 'Ethereum' },
  { chainId: 10, name: 'OP Mainnet' },
  { chainId: 56, name: 'BNB Smart Chain' },
  { chainId: 100, name: 'Gnosis' },
  { chainId: 130, name: 'Unichain' },
  { chainId: 137, name: 'Polygon' },
  { chainId: 146, name: 'Sonic' },
  { chainId: 480, name: 'World Chain' },
  { chainId: 999, name: 'HyperEVM' },
  { chainId: 1135, name: 'Lisk' },
  { chainId: 1868, name: 'Soneium' },
  { chainId: 4663, name: 'Robinhood Chain' },
  { chainId: 5000, name: 'Mantle' },
  { chainId: 8453, name: 'Base' },
  { chainId: 33139, name: 'ApeChain' },
  { chainId: 34443, name: 'Mode' },
  { chainId: 42161, name: 'Arbitrum One' },
  { chainId: 43114, name: 'Avalanche' },
  { chainId: 57073, name: 'Ink' },
  { chainId: 59144, name: 'Linea' },
  { chainId: 81457, name: 'Blast' },
  { chainId: 7777777, name: 'Zora' },
];

/**
 * The listed chains with these ids, each once, in list order; all of them when no ids are given.
 */
export function selectChains(chainIds?: readonly number[]): readonly ListedChain[] {
  if (chainIds === undefined) return chainList;
  if (chainIds.length === 0)
    throw new Error('no chains were named; leave the list out to start all of them');

  const listed = chainList.map(({ chainId }) => chainId);
  const strangers = chainIds.filter((chainId) => !listed.includes(chainId));
  if (strangers.length > 0) {
    throw new Error(`the devnet has no chain ${strangers.join(', ')}; it has ${listed.join(', ')}`);
  }
  return chainList.filter(({ chainId }) => chainIds.includes(chainId));
}

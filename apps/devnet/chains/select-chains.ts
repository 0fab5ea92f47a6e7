import { chainList, type ListedChain } from './chain-list.ts';

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

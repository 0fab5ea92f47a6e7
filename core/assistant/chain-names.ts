import {
  type ChainRef,
  evmChainId,
  evmNodes,
  nonEvmNodes,
  pricedEvmNodes,
} from '@interline/kernel';

/** Other names of a chain, in lower case, by its name in the mesh. */
const alsoCalled: Readonly<Record<string, readonly string[]>> = {
  Ethereum: ['eth', 'ethereum mainnet', 'eth mainnet'],
  'OP Mainnet': ['op', 'optimism', 'optimism mainnet'],
  'BNB Smart Chain': ['bnb', 'bsc', 'bnb chain', 'binance smart chain'],
  Gnosis: ['gnosis chain', 'xdai'],
  Polygon: ['polygon pos', 'matic', 'pol'],
  'World Chain': ['worldchain'],
  HyperEVM: ['hyper evm'],
  'Robinhood Chain': ['robinhood'],
  ApeChain: ['ape chain'],
  'Arbitrum One': ['arbitrum', 'arb', 'arb one'],
  Avalanche: ['avax', 'avalanche c-chain'],
  Stellar: ['xlm'],
  Solana: ['sol'],
  Bitcoin: ['btc'],
  Tron: ['trx'],
  Berachain: ['bera'],
};

export interface NamedChain {
  readonly chain: ChainRef;
  readonly name: string;
  /** All its names, in lower case, its name in the mesh first. */
  readonly names: readonly string[];
}

export const namedChains: readonly NamedChain[] = [
  ...evmNodes,
  ...nonEvmNodes,
  ...pricedEvmNodes,
].map(({ chain, name }) => ({
  chain,
  name,
  names: [name.toLowerCase(), ...(alsoCalled[name] ?? [])],
}));

const byName: ReadonlyMap<string, ChainRef> = new Map(
  namedChains.flatMap(({ chain, names }) => names.map((name) => [name, chain] as const)),
);

export const mostWordsInName = Math.max(
  ...[...byName.keys()].map((name) => name.split(' ').length),
);

export function chainCalled(name: string): ChainRef | null {
  return byName.get(name.toLowerCase()) ?? null;
}

/** The name in the mesh; a plugin's own chain has only its CAIP-2 name. */
export function chainName(chain: ChainRef): string {
  return namedChains.find((one) => one.chain === chain)?.name ?? chain;
}

/** As a question shows it: `Base (8453)`. */
export function shownChain(chain: ChainRef): string {
  const id = evmChainId(chain);
  return id === null ? chainName(chain) : `${chainName(chain)} (${id})`;
}

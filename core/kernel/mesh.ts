import { type ChainRef, chainRef, evmChain } from './chain.ts';
import type { Lane } from './lane.ts';

export interface EvmNode {
  readonly chain: ChainRef;
  readonly chainId: number;
  readonly name: string;
  readonly nativeSymbol: string;
  /** Cheap enough for the micro tier: everything but Ethereum itself. */
  readonly isLowCost: boolean;
}

export interface NonEvmNode {
  readonly chain: ChainRef;
  readonly wire: string;
  readonly name: string;
  /** Part of the mesh's 25 nodes, or only priced by the comparator. */
  readonly inMesh: boolean;
  /** Directions that can be priced but never settled. */
  readonly quoteOnlyAs: { readonly source: boolean; readonly destination: boolean };
}

/** The spec's 22 EVM chains. */
export const evmNodes: readonly EvmNode[] = [
  evm(1, 'Ethereum', 'ETH', false),
  evm(10, 'OP Mainnet', 'ETH'),
  evm(56, 'BNB Smart Chain', 'BNB'),
  evm(100, 'Gnosis', 'XDAI'),
  evm(130, 'Unichain', 'ETH'),
  evm(137, 'Polygon', 'POL'),
  evm(146, 'Sonic', 'S'),
  evm(480, 'World Chain', 'ETH'),
  evm(999, 'HyperEVM', 'HYPE'),
  evm(1135, 'Lisk', 'ETH'),
  evm(1868, 'Soneium', 'ETH'),
  evm(4663, 'Robinhood Chain', 'ETH'),
  evm(5000, 'Mantle', 'MNT'),
  evm(8453, 'Base', 'ETH'),
  evm(33139, 'ApeChain', 'APE'),
  evm(34443, 'Mode', 'ETH'),
  evm(42161, 'Arbitrum One', 'ETH'),
  evm(43114, 'Avalanche', 'AVAX'),
  evm(57073, 'Ink', 'ETH'),
  evm(59144, 'Linea', 'ETH'),
  evm(81457, 'Blast', 'ETH'),
  evm(7777777, 'Zora', 'ETH'),
];

/** L2s and cheap L1s: the chains that the micro tier serves and whose gas may be subsidised. */
export const lowCostChains: readonly ChainRef[] = evmNodes
  .filter(({ isLowCost }) => isLowCost)
  .map(({ chain }) => chain);

/** The spec's non-EVM nodes. The first three belong to the mesh, the others only feed quotes. */
export const nonEvmNodes: readonly NonEvmNode[] = [
  {
    chain: chainRef('stellar:pubnet'),
    wire: 'stellar',
    name: 'Stellar',
    inMesh: true,
    quoteOnlyAs: { source: true, destination: false },
  },
  {
    chain: chainRef('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'),
    wire: 'solana',
    name: 'Solana',
    inMesh: true,
    quoteOnlyAs: { source: true, destination: true },
  },
  {
    chain: chainRef('bip122:000000000019d6689c085ae165831e93'),
    wire: 'bitcoin',
    name: 'Bitcoin',
    inMesh: true,
    quoteOnlyAs: { source: false, destination: false },
  },
  {
    chain: chainRef('tron:mainnet'),
    wire: 'tron',
    name: 'Tron',
    inMesh: false,
    quoteOnlyAs: { source: true, destination: true },
  },
  {
    chain: chainRef('sui:mainnet'),
    wire: 'sui',
    name: 'Sui',
    inMesh: false,
    quoteOnlyAs: { source: true, destination: true },
  },
];

/**
 * EVM chains outside the mesh that are only priced. Berachain: LI.FI, Relay, NEAR 1Click and
 * Stargate list it.
 */
export const pricedEvmNodes: readonly EvmNode[] = [evm(80094, 'Berachain', 'BERA', false)];

/** Chains that only feed quotes, by the names in requests. */
export const comparatorNodes: readonly Pick<NonEvmNode, 'chain' | 'wire' | 'name'>[] = [
  ...nonEvmNodes.filter((node) => !node.inMesh),
  ...pricedEvmNodes.map(({ chain, chainId, name }) => ({ chain, wire: String(chainId), name })),
];

export const meshNodeCount = evmNodes.length + nonEvmNodes.filter((node) => node.inMesh).length;

export function isMeshChain(chain: ChainRef): boolean {
  return (
    evmNodes.some((node) => node.chain === chain) ||
    nonEvmNodes.some((node) => node.chain === chain) ||
    pricedEvmNodes.some((node) => node.chain === chain)
  );
}

/** Why the mesh itself can never settle this lane, or null if it could. */
export function quoteOnlyReason(lane: Lane): string | null {
  return (
    closedSide(lane.from, 'source') ??
    closedSide(lane.to, 'destination') ??
    closedBetween(lane.from, lane.to)
  );
}

function closedSide(chain: ChainRef, side: 'source' | 'destination'): string | null {
  const node = nonEvmNodes.find((one) => one.chain === chain);
  const isClosed = node?.quoteOnlyAs[side] ?? false;
  const closed = isClosed ? node : pricedEvmNodes.find((one) => one.chain === chain);
  return closed === undefined ? null : `${closed.name} as a ${side} ${neverSettled}`;
}

/** A rail of our own pays out on one side, and must be paid on an EVM chain on the other. */
function closedBetween(from: ChainRef, to: ChainRef): string | null {
  const [source, destination] = [from, to].map((chain) =>
    nonEvmNodes.find((node) => node.chain === chain),
  );
  return source === undefined || destination === undefined || source === destination
    ? null
    : `${source.name} to ${destination.name} ${neverSettled}`;
}

const neverSettled = 'is never settled, only priced where a rail prices it';

function evm(chainId: number, name: string, nativeSymbol: string, isLowCost = true): EvmNode {
  return { chain: evmChain(chainId), chainId, name, nativeSymbol, isLowCost };
}

import {
  type ChainRef,
  comparatorNodes,
  type EvmAddress,
  evmChainId,
  evmNodes,
  type Lane,
  matchLane,
  meshNodeCount,
  type NonEvmNode,
  nonEvmNodes,
  permit2Address,
} from '@interline/kernel';
import type { RailPort, RailRegistry } from '@interline/ports';
import { type PricedOnlyNode, pricedOnlyNodes } from './priced-only-nodes.ts';
import { isFirmLane, type ServiceStatus } from './service-status.ts';

/** What a non-EVM node can do here. A direction that is not executable says why. */
export interface NodeReach {
  readonly wire: string;
  readonly name: string;
  readonly asSource: DirectionReach;
  readonly asDestination: DirectionReach;
}

export interface DirectionReach {
  readonly isExecutable: boolean;
  /** Whether some rail of this deployment prices it. */
  readonly isQuoted: boolean;
  readonly reason: string | null;
}

export interface MeshView {
  readonly nodes: number;
  readonly evmChainIds: readonly number[];
  /** The mesh's nodes beyond the EVM that a rail here serves in some direction. */
  readonly routableNonEvm: readonly string[];
  /** The same figure as the service status; 0 while that is unknown. */
  readonly directedRoutes: number;
  readonly relayer: EvmAddress;
  readonly permit2: EvmAddress;
  readonly engine: string;
  readonly nonEvmNodes: readonly NodeReach[];
  /** Nodes outside the mesh, which are never settled. */
  readonly comparatorOnly: readonly NodeReach[];
  /** What the comparator prices beside the mesh, as far as a rail here does. */
  readonly pricedOnly: readonly PricedOnlyNode[];
}

export type DescribeMesh = () => Promise<MeshView>;

export interface DescribeMeshParts {
  readonly registry: RailRegistry;
  readonly serviceStatus: ServiceStatus;
  /** The relayer's spender account, one for all EVM chains. */
  readonly spender: EvmAddress;
  /** Where this deployment has accounts. */
  readonly chains: readonly ChainRef[];
}

export function describeMesh({
  registry,
  serviceStatus,
  spender,
  chains,
}: DescribeMeshParts): DescribeMesh {
  const real = registry.rails.filter((rail) => rail.manifest.effects === 'real');
  const reach = (node: Node): NodeReach => reachOf(real, chains, node);
  const inMesh = nonEvmNodes.filter((node) => node.inMesh).map(reach);
  const fixed = {
    nodes: meshNodeCount,
    evmChainIds: evmNodes.map((node) => node.chainId),
    routableNonEvm: inMesh.filter(isServed).map(({ wire }) => wire),
    relayer: spender,
    permit2: permit2Address,
    engine: engineText(real),
    nonEvmNodes: inMesh,
    comparatorOnly: comparatorNodes.map(reach),
    pricedOnly: pricedOnlyNodes(real),
  };
  return async () => ({ ...fixed, directedRoutes: (await serviceStatus()).routes ?? 0 });
}

function isServed({ asSource, asDestination }: NodeReach): boolean {
  return [asSource, asDestination].some((side) => side.isQuoted || side.isExecutable);
}

type Node = Pick<NonEvmNode, 'chain' | 'wire' | 'name'>;

function reachOf(
  rails: readonly RailPort[],
  served: readonly ChainRef[],
  { chain: own, wire, name }: Node,
): NodeReach {
  const sideOf = (side: string, lanes: readonly Lane[]): DirectionReach =>
    direction(rails, served, `${name} as a ${side}`, lanes);
  return {
    wire,
    name,
    asSource: sideOf(
      'source',
      evmNodes.map(({ chain }) => ({ from: own, to: chain })),
    ),
    asDestination: sideOf(
      'destination',
      evmNodes.map(({ chain }) => ({ from: chain, to: own })),
    ),
  };
}

function direction(
  rails: readonly RailPort[],
  served: readonly ChainRef[],
  side: string,
  lanes: readonly Lane[],
): DirectionReach {
  // Without an account of ours on it, a chain is neither paid on nor priced by a rail that would settle it.
  const isServed = ({ from, to }: Lane): boolean =>
    [from, to].every((chain) => served.includes(chain));
  const isExecutable = lanes.some((lane) => isServed(lane) && isFirmLane(rails, lane));
  const isQuoted = lanes.some((lane) => rails.some((rail) => prices(rail, lane, isServed(lane))));
  return { isExecutable, isQuoted, reason: isExecutable ? null : reasonOf(side, isQuoted) };
}

/** The wide lane of a firm rail covers the EVM chains beside the mesh, and prices none of them. */
function prices({ manifest }: RailPort, lane: Lane, isServedLane: boolean): boolean {
  const declared = matchLane(manifest.lanes, lane);
  const isBetweenEvm = [lane.from, lane.to].every((chain) => evmChainId(chain) !== null);
  return (
    declared !== null && (declared.settles === 'indicative' || (isServedLane && !isBetweenEvm))
  );
}

/** What the admitted rails do, whatever the mesh says of the corridor. */
function reasonOf(side: string, isQuoted: boolean): string {
  return isQuoted
    ? `the rails of this deployment price ${side} but do not settle it`
    : `no rail of this deployment serves ${side}`;
}

function engineText(rails: readonly RailPort[]): string {
  const engines = rails.flatMap((rail) => rail.manifest.ways);
  return `every rail of the lane is asked at once and ranked by what the recipient nets; rails: ${engines.join(', ') || 'none'}`;
}

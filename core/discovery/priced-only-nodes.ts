import {
  type ChainRef,
  comparatorNodes,
  evmNodes,
  matchLane,
  nonEvmNodes,
} from '@interline/kernel';
import type { RailPort } from '@interline/ports';

/** A node with the lanes that rails here price and nothing settles. */
export interface PricedOnlyNode {
  /** As requests take it. */
  readonly wire: string;
  readonly name: string;
  /** `*` is any EVM chain of the mesh: `*->sui`, `bitcoin->stellar`. */
  readonly lanes: readonly string[];
  readonly reason: string;
}

type Side = { readonly wire: string; readonly chains: readonly ChainRef[] };

const anyEvm: Side = { wire: '*', chains: evmNodes.map(({ chain }) => chain) };

/**
 * The nodes beside the mesh, and the lanes between two nodes beyond the EVM, under the one that is
 * settled both ways on its other lanes. What no rail declares is left out.
 */
export function pricedOnlyNodes(rails: readonly RailPort[]): readonly PricedOnlyNode[] {
  const between = nonEvmNodes
    .filter(({ inMesh, quoteOnlyAs }) => inMesh && !quoteOnlyAs.source && !quoteOnlyAs.destination)
    .map((node) => ({ node, others: nonEvmNodes.filter((one) => one.inMesh && one !== node) }));
  return [
    ...comparatorNodes.map((node) => nodeOf(rails, node, [anyEvm], 'is priced and never settled')),
    ...between.map(({ node, others }) =>
      nodeOf(
        rails,
        node,
        others.map(sideOf),
        'to and from other nodes beyond the EVM is priced and never settled',
      ),
    ),
  ].filter(({ lanes }) => lanes.length > 0);
}

type Node = Pick<(typeof comparatorNodes)[number], 'chain' | 'wire' | 'name'>;

function nodeOf(
  rails: readonly RailPort[],
  node: Node,
  others: readonly Side[],
  how: string,
): PricedOnlyNode {
  const own = sideOf(node);
  const lanes = others
    .flatMap((other) => [[other, own] as const, [own, other] as const])
    .filter(([from, to]) => isDeclared(rails, from, to))
    .map(([from, to]) => `${from.wire}->${to.wire}`);
  return { wire: node.wire, name: node.name, lanes, reason: `${node.name} ${how}` };
}

function sideOf({ wire, chain }: Node): Side {
  return { wire, chains: [chain] };
}

function isDeclared(rails: readonly RailPort[], from: Side, to: Side): boolean {
  return from.chains.some((source) =>
    to.chains.some((destination) =>
      rails.some(
        ({ manifest }) =>
          matchLane(manifest.lanes, { from: source, to: destination })?.settles === 'indicative',
      ),
    ),
  );
}

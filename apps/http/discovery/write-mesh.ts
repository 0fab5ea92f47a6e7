import type * as z from 'zod';
import type { MeshView, NodeReach } from '@interline/core/discovery';
import { checksummed } from '../server/present/checksummed.ts';
import type { meshAnswer } from './mesh-schema.ts';

type MeshWire = z.input<typeof meshAnswer>;
type NodeWire = MeshWire['nonEvmNodes'][string];

export function writeMesh(mesh: MeshView): MeshWire {
  return {
    nodes: mesh.nodes,
    chains: [...mesh.evmChainIds],
    routableNonEvm: [...mesh.routableNonEvm],
    directedRoutes: mesh.directedRoutes,
    relayer: checksummed(mesh.relayer),
    permit2: checksummed(mesh.permit2),
    engine: mesh.engine,
    nonEvmNodes: Object.fromEntries(mesh.nonEvmNodes.map((node) => [node.wire, writeNode(node)])),
    comparatorQuoteOnly: Object.fromEntries(
      mesh.comparatorOnly.map((node) => [node.wire, writeNode(node)]),
    ),
  };
}

/** A node is ready when one of its directions is; one that is not says why. */
function writeNode({ name, asSource, asDestination }: NodeReach): NodeWire {
  const executeReady = asSource.isExecutable || asDestination.isExecutable;
  return {
    name,
    executeReady,
    asSource: writeDirection(asSource),
    asDestination: writeDirection(asDestination),
    ...(executeReady
      ? {}
      : { reason: asDestination.reason ?? asSource.reason ?? 'not executable here' }),
  };
}

function writeDirection({
  isExecutable,
  isQuoted,
  reason,
}: NodeReach['asSource']): NodeWire['asSource'] {
  return { executeReady: isExecutable, quotable: isQuoted, ...(reason === null ? {} : { reason }) };
}

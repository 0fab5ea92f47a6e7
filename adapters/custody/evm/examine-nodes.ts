import type { ChainRef, Address } from '@interline/kernel';
import type { EvmChain } from './evm-chain.ts';
import { type NodeServes, probeNode } from './probe-node.ts';
import { headBlock } from './rpc/blocks.ts';
import { RpcFault, unlessAborted } from './rpc/rpc-fault.ts';

/**
 * The current state of one RPC node. `node` is its position in the chain's list of URLs, from 1.
 */
export interface NodeReport {
  readonly chain: ChainRef;
  readonly node: number;
  /** Null if the node failed; `fault` then has the kind of failure. */
  readonly head: number | null;
  /** The timestamp of that block. */
  readonly headAtSec: number | null;
  readonly fault: string | null;
  /** Null if the node failed, including during the probe. */
  readonly serves: NodeServes | null;
}

/** Asks every RPC node of every chain, in parallel. Never rejects. */
export async function examineNodes(
  chains: readonly EvmChain[],
  account: Address,
  signal: AbortSignal,
): Promise<readonly NodeReport[]> {
  return Promise.all(
    chains.flatMap(({ ref, client }) =>
      client.nodes.map(async (node): Promise<NodeReport> => {
        try {
          const [head] = await unlessAborted(node.ask([headBlock]), signal);
          const serves = await unlessAborted(probeNode(node, head.number, account), signal).catch(
            (error: unknown) => {
              if (error instanceof RpcFault) return null;
              throw error;
            },
          );
          return {
            chain: ref,
            node: node.number,
            head: head.number,
            headAtSec: head.timestampSec,
            fault: null,
            serves,
          };
        } catch (error) {
          return {
            chain: ref,
            node: node.number,
            head: null,
            headAtSec: null,
            fault: error instanceof RpcFault ? error.kind : 'failed',
            serves: null,
          };
        }
      }),
    ),
  );
}

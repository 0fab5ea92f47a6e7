import type { NodeRpc } from '../contract/custody/node-rpc.ts';
import { until } from './until.ts';

export interface PlainReceipt {
  readonly status: string;
  readonly gasUsed: string;
  readonly logs: readonly {
    readonly address: string;
    readonly topics: readonly string[];
    readonly data: string;
  }[];
}

/**
 * The receipt of a transaction the node was given, once it is in a block: automine answers before
 * it mines.
 */
export function mined(rpc: NodeRpc, hash: unknown): Promise<PlainReceipt> {
  // CAST: anvil's own shape.
  return until(
    'the transaction in a block',
    async () => (await rpc('eth_getTransactionReceipt', [hash])) as PlainReceipt | null,
    10,
  );
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { NodeRpc } from './node-rpc.ts';

export interface PlainReceipt {
  readonly status: string;
  readonly gasUsed: string;
  readonly logs: readonly { readonly address: string; readonly topics: readonly string[]; readonly data: string }[];
}

const polls = 200;

/** The receipt of a transaction the node was given, once it is in a block: automine answers before it mines. */
export async function mined(rpc: NodeRpc, hash: unknown): Promise<PlainReceipt> {
  for (let poll = 0; poll < polls; poll += 1) {
    const receipt = await rpc('eth_getTransactionReceipt', [hash]) as PlainReceipt | null; // CAST: anvil's own shape.
    if (receipt !== null) return receipt;
    await sleep(10);
  }
  throw new Error('the transaction is in no block');
}

import type { Hex } from '@interline/kernel';
import { enoughOf } from '../rpc/ask-each.ts';
import type { ChainClient } from '../rpc/chain-client.ts';
import type { RpcNode } from '../rpc/rpc-node.ts';
import { type ChainReceipt, isSameEnd, receiptOf } from './receipts.ts';

const mostKept = 4_096;

interface Nodes {
  readonly client: ChainClient;
  contradicted(this: void, about: 'receipt', one: RpcNode, other: RpcNode): void;
}

/**
 * Receipts that two nodes have shown alike where two are configured: the forged receipt of a pull that
 * was never mined must not be credited, nor that of a payout end its route. Each is asked for once.
 */
export class AgreedReceipts {
  readonly #kept = new Map<Hex, ChainReceipt>();

  /**
   * Those that no second node shows so yet, by one request to one node after another. A node without
   * the receipt neither agrees nor disputes.
   */
  async missing(
    { client, contradicted }: Nodes,
    reader: RpcNode,
    receipts: readonly ChainReceipt[],
    signal: AbortSignal,
  ): Promise<ReadonlySet<Hex>> {
    if (enoughOf(client) < 2) return new Set();
    let open = receipts.filter((one) => !this.#has(one));
    const disputed: Hex[] = [];
    for (const other of client.nodes.filter((node) => node !== reader && !node.isResting)) {
      if (open.length === 0) break;
      const asked = open;
      const told = await client.tryOne(
        other,
        (node) => node.ask(asked.map(({ hash }) => receiptOf(hash))),
        signal,
      );
      const said = new Map(asked.map((one, index) => [one, told?.[index] ?? null]));
      for (const [one, end] of said) {
        if (end === null) continue;
        if (isSameEnd(one, end)) {
          this.#keep(one);
          continue;
        }
        contradicted('receipt', reader, other);
        disputed.push(one.hash);
      }
      open = open.filter((one) => said.get(one) === null);
    }
    return new Set([...disputed, ...open.map(({ hash }) => hash)]);
  }

  #has(receipt: ChainReceipt): boolean {
    const kept = this.#kept.get(receipt.hash);
    return kept !== undefined && isSameEnd(kept, receipt);
  }

  #keep(receipt: ChainReceipt): void {
    const oldest = this.#kept.keys().next();
    if (this.#kept.size >= mostKept && oldest.done !== true) this.#kept.delete(oldest.value);
    this.#kept.set(receipt.hash, receipt);
  }
}

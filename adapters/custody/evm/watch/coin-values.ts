import type { Hex } from '@interline/kernel';
import { readHash, readQuantity } from '../rpc/read-hex.ts';
import { readRecord } from '../rpc/read-record.ts';
import type { RpcCall } from '../rpc/rpc-call.ts';
import { garbage, RpcFault } from '../rpc/rpc-fault.ts';
import type { RpcNode } from '../rpc/rpc-node.ts';

const mostKept = 4_096;

/** How much coin a transaction carries. Its hash commits to that, so it is asked once. */
export class CoinValues {
  readonly #kept = new Map<Hex, bigint>();

  async of(hashes: readonly Hex[], node: RpcNode): Promise<ReadonlyMap<Hex, bigint>> {
    const unknown = hashes.filter((hash) => !this.#kept.has(hash));
    const values = await node.ask(unknown.map(valueOf));
    unknown.forEach((hash, index) => {
      this.#keep(hash, values[index] ?? 0n);
    });
    return new Map(hashes.map((hash) => [hash, this.#kept.get(hash) ?? 0n]));
  }

  #keep(hash: Hex, value: bigint): void {
    const oldest = this.#kept.keys().next();
    if (this.#kept.size >= mostKept && oldest.done !== true) this.#kept.delete(oldest.value);
    this.#kept.set(hash, value);
  }
}

function valueOf(hash: Hex): RpcCall<bigint> {
  return {
    method: 'eth_getTransactionByHash',
    params: [hash],
    read(result) {
      if (result === null)
        throw new RpcFault('inconsistent', 'a mined transaction is unknown to its node');
      const tx = readRecord(result);
      if (readHash(tx.hash) !== hash) throw garbage('a transaction is another one than asked for');
      return readQuantity(tx.value);
    },
  };
}

import { hexQuantity, rpc, rpcBatch } from './json-rpc.ts';

/** A transaction as eth_sendTransaction takes it, without sender and nonce. */
export type UnlockedCall = { to: string; data?: string; value?: string };

// Enough for every call of the devnet. It is explicit, so that a reverting call reverts on chain
// and uses its nonce: a refusal by the gas estimate would leave a nonce gap.
const callGas = 300_000;

/**
 * An account whose key the node holds. Its calls are sent batch by batch, because they share its
 * nonces.
 */
export class UnlockedAccount {
  readonly #rpcUrl: string;
  readonly #address: string;
  #lastSend: Promise<unknown> = Promise.resolve();

  constructor(rpcUrl: string, address: string) {
    this.#rpcUrl = rpcUrl;
    this.#address = address;
  }

  /**
   * Hashes in the order of the calls, as soon as the node accepted them; throws `RpcRefusal` when
   * it refuses one.
   */
  send(calls: readonly UnlockedCall[]): Promise<string[]> {
    const turn = this.#lastSend.then(() => this.#send(calls));
    this.#lastSend = turn.catch(() => undefined);
    return turn;
  }

  // The nonce is read each time, because a test may have snapshotted, reverted or reorganised the
  // chain meanwhile.
  async #send(calls: readonly UnlockedCall[]): Promise<string[]> {
    const next = Number(
      await rpc(this.#rpcUrl, 'eth_getTransactionCount', [this.#address, 'pending']),
    );
    const hashes = await rpcBatch(
      this.#rpcUrl,
      calls.map((call, at) => ({
        method: 'eth_sendTransaction',
        params: [
          {
            ...call,
            from: this.#address,
            gas: hexQuantity(callGas),
            nonce: hexQuantity(next + at),
          },
        ],
      })),
    );
    return hashes.map(String);
  }
}

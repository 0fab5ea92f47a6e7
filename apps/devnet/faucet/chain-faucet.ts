import { rpc, rpcBatch, RpcRefusal } from '../chains/json-rpc.ts';
import { minedReceipts } from '../chains/mined-receipts.ts';
import type { DevnetChain } from '../devnet-chain.ts';
import { RequestRefused } from '../http/request-refused.ts';
import { giftCall, type Gift } from './gift-call.ts';

// Enough for every gift. Stated, so that a gift that reverts does so on chain and takes its nonce with it:
// one refused by the gas estimate would leave a gap in front of its neighbours.
const giftGas = 300_000;

/** The hand-outs on one chain: sent one after the other because they share an account, mined together. */
export class ChainFaucet {
  readonly #chain: DevnetChain;
  readonly #account: string;
  #lastSend: Promise<unknown> = Promise.resolve();

  constructor(chain: DevnetChain, account: string) {
    this.#chain = chain;
    this.#account = account;
  }

  /** The transaction's hash once it is mined; refused when the gift reverted. */
  async give(gift: Gift): Promise<string> {
    const [txHash = ''] = await this.giveAll([gift]);
    return txHash;
  }

  /** Hashes in the order of the gifts, once all are mined; refused when one of them reverted. */
  async giveAll(gifts: readonly Gift[]): Promise<string[]> {
    const turn = this.#lastSend.then(() => this.#send(gifts));
    this.#lastSend = turn.catch(() => undefined);

    const receipts = await minedReceipts(this.#chain.rpcUrl, await turn);
    const reverted = receipts.find(({ succeeded }) => !succeeded);
    if (reverted !== undefined) {
      throw new RequestRefused(422, `the gift reverted on chain ${this.#chain.chainId} in ${reverted.txHash}: its receiver cannot take it`);
    }
    return receipts.map(({ txHash }) => txHash);
  }

  // The nonce is asked for each time: a test may have snapshotted, reverted or reorganised the chain meanwhile.
  async #send(gifts: readonly Gift[]): Promise<string[]> {
    const { rpcUrl, chainId } = this.#chain;
    const next = Number(await rpc(rpcUrl, 'eth_getTransactionCount', [this.#account, 'pending']));
    const calls = gifts.map((gift, at) => (
      { ...giftCall(this.#chain, gift), from: this.#account, gas: hex(giftGas), nonce: hex(next + at) }));
    try {
      const hashes = await rpcBatch(rpcUrl, calls.map((call) => ({ method: 'eth_sendTransaction', params: [call] })));
      return hashes.map(String);
    } catch (error) {
      if (!(error instanceof RpcRefusal)) throw error;
      throw new RequestRefused(422, `chain ${chainId} refused it: ${error.message}`, { cause: error });
    }
  }
}

function hex(value: number): string {
  return `0x${value.toString(16)}`;
}

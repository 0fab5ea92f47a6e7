import { RpcRefusal } from '../chains/json-rpc.ts';
import { minedReceipts } from '../chains/mined-receipts.ts';
import { UnlockedAccount } from '../chains/unlocked-account.ts';
import type { DevnetChain } from '../devnet-chain.ts';
import { RequestRefused } from '../http/request-refused.ts';
import { type Gift, giftCall } from './gift-call.ts';

/**
 * The hand-outs on one chain: sent one after the other because they share an account, mined
 * together.
 */
export class ChainFaucet {
  readonly #chain: DevnetChain;
  readonly #account: UnlockedAccount;

  constructor(chain: DevnetChain, account: string) {
    this.#chain = chain;
    this.#account = new UnlockedAccount(chain.rpcUrl, account);
  }

  /** The transaction's hash once it is mined; refused when the gift reverted. */
  async give(gift: Gift): Promise<string> {
    const [txHash = ''] = await this.giveAll([gift]);
    return txHash;
  }

  /** Hashes in the order of the gifts, once all are mined; refused when one of them reverted. */
  async giveAll(gifts: readonly Gift[]): Promise<string[]> {
    const receipts = await minedReceipts(this.#chain.rpcUrl, await this.#send(gifts));
    const reverted = receipts.find(({ succeeded }) => !succeeded);
    if (reverted !== undefined) {
      throw new RequestRefused(
        422,
        `the gift reverted on chain ${this.#chain.chainId} in ${reverted.txHash}: its receiver cannot take it`,
      );
    }
    return receipts.map(({ txHash }) => txHash);
  }

  async #send(gifts: readonly Gift[]): Promise<string[]> {
    try {
      return await this.#account.send(gifts.map((gift) => giftCall(this.#chain, gift)));
    } catch (error) {
      if (!(error instanceof RpcRefusal)) throw error;
      throw new RequestRefused(422, `chain ${this.#chain.chainId} refused it: ${error.message}`, {
        cause: error,
      });
    }
  }
}

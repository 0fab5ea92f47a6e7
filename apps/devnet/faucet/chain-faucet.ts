import { Interface } from 'ethers/abi';
import { hexQuantity, minedReceipts, rpc, RpcRefusal } from '../chains/json-rpc.ts';
import { UnlockedAccount, type UnlockedCall } from '../chains/unlocked-account.ts';
import { type DevnetChain, tokenNamed } from '../devnet-report.ts';
import { RequestRefused } from '../http/read-request.ts';

/** `token`: a symbol or address of the chain, `native`, or `member`; `amount` in smallest units. */
export type Gift = { token: string; to: string; amount: bigint };

const token = new Interface(['function mint(address to, uint256 amount)']);
const pass = new Interface(['function mint(address to)']);

/** Tokens and passes are minted to the receiver, native gas is sent. */
function giftCall(chain: DevnetChain, gift: Gift): UnlockedCall {
  const { to, amount } = gift;
  if (gift.token === 'native') return { to, value: hexQuantity(amount) };
  if (gift.token === 'member')
    return { to: chain.memberNft, data: pass.encodeFunctionData('mint', [to]) };

  const minted = tokenNamed(chain, gift.token);
  if (minted === undefined) throw new Error(`chain ${chain.chainId} has no token ${gift.token}`);
  return { to: minted.address, data: token.encodeFunctionData('mint', [to, amount]) };
}

/** The gifts on one chain. They share an account, so they are sent batch by batch. */
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

  async mine(blocks: number): Promise<void> {
    await rpc(this.#chain.rpcUrl, 'anvil_mine', [hexQuantity(BigInt(blocks))]);
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

import { Interface } from 'ethers/abi';
import { ZeroAddress } from 'ethers/constants';
import { hexQuantity, minedReceipts, rpc } from '../chains/json-rpc.ts';
import { UnlockedAccount, type UnlockedCall } from '../chains/unlocked-account.ts';
import type { DevnetChain } from '../devnet-report.ts';
import type { FaucetRequest } from '../faucet/read-faucet-request.ts';
import type { Asset } from './order.ts';
import { standInBridge } from './stand-in-bridge.ts';

type Faucet = (request: FaucetRequest) => Promise<unknown>;

const erc20 = new Interface([
  'function transfer(address to, uint256 value)',
  'function approve(address spender, uint256 value)',
  'function balanceOf(address owner)',
]);

/** Minted when the filler runs short, in whole tokens: enough for any test's deposits. */
const refillTokens = 1_000_000_000_000n;

/** The account that pays on one chain what the engines owe there; owner of that chain's bridge. */
export class Filler {
  readonly #chain: DevnetChain;
  readonly #address: string;
  readonly #account: UnlockedAccount;
  readonly #faucet: Faucet;
  #lastRefill: Promise<unknown> = Promise.resolve();

  constructor(chain: DevnetChain, address: string, faucet: Faucet) {
    this.#chain = chain;
    this.#address = address;
    this.#account = new UnlockedAccount(chain.rpcUrl, address);
    this.#faucet = faucet;
  }

  /** The payment's hash once it is mined; throws when the receiver cannot take it. */
  async pay(asset: Asset, to: string, units: bigint): Promise<string> {
    if (asset.address === null) return this.#mined({ to, value: hexQuantity(units) });
    await this.#refill(asset, asset.address, units);
    return this.#mined({
      to: asset.address,
      data: erc20.encodeFunctionData('transfer', [to, units]),
    });
  }

  /** Fills an order through its contract; throws when the contract refuses. */
  async fill(asset: Asset, units: bigint, data: string): Promise<string> {
    const { bridge } = this.#chain;
    if (asset.address === null) return this.#mined({ to: bridge, data, value: hexQuantity(units) });
    await this.#refill(asset, asset.address, units);
    const approve = {
      to: asset.address,
      data: erc20.encodeFunctionData('approve', [bridge, units]),
    };
    return this.#mined(approve, { to: bridge, data });
  }

  /** The bridge's own view, decoded; for its owner. */
  async view(method: string, args: readonly unknown[]): Promise<readonly unknown[]> {
    const data = standInBridge.encodeFunctionData(method, args);
    const call = { to: this.#chain.bridge, data };
    const returned = await rpc(this.#chain.rpcUrl, 'eth_call', [call, 'latest']);
    const values: readonly unknown[] = standInBridge
      .decodeFunctionResult(method, String(returned))
      .toArray();
    return values;
  }

  /** A call of the bridge in the owner's name. */
  call(data: string): Promise<string> {
    return this.#mined({ to: this.#chain.bridge, data });
  }

  /** A transaction that moves nothing. */
  payNothing(): Promise<string> {
    return this.#mined({ to: this.#address });
  }

  /** Gives a deposit back out of the bridge. */
  refund(token: string | null, to: string, units: bigint): Promise<string> {
    return this.#callBridge('refund', [token ?? ZeroAddress, to, units]);
  }

  /** From now on the bridge reverts a call with this calldata. */
  bar(calldataHash: string): Promise<string> {
    return this.#callBridge('bar', [calldataHash]);
  }

  #callBridge(method: string, args: readonly unknown[]): Promise<string> {
    return this.#mined({
      to: this.#chain.bridge,
      data: standInBridge.encodeFunctionData(method, args),
    });
  }

  async #mined(...calls: readonly UnlockedCall[]): Promise<string> {
    const receipts = await minedReceipts(this.#chain.rpcUrl, await this.#account.send(calls));
    const receipt = receipts.at(-1);
    if (receipt?.succeeded !== true)
      throw new Error(
        `the filler's call to ${calls.at(-1)?.to} reverted on chain ${this.#chain.chainId}`,
      );
    return receipt.txHash;
  }

  // Sequential, so that concurrent payments do not each mint. Checked before each payment, because
  // a test may have set the chain back to before an earlier refill.
  #refill(asset: Asset, token: string, units: bigint): Promise<void> {
    const turn = this.#lastRefill.then(async () => {
      const refill = refillTokens * 10n ** BigInt(asset.decimals);
      const held = BigInt(
        String(
          await rpc(this.#chain.rpcUrl, 'eth_call', [
            { to: token, data: erc20.encodeFunctionData('balanceOf', [this.#address]) },
            'latest',
          ]),
        ),
      );
      if (held >= refill / 2n + units) return;
      await this.#faucet({
        chainId: this.#chain.chainId,
        token,
        to: this.#address,
        amount: refill + units,
      });
    });
    this.#lastRefill = turn.catch(() => undefined);
    return turn;
  }
}

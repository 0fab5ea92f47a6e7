import { Transaction } from 'ethers/transaction';
import { HDNodeWallet, Mnemonic } from 'ethers/wallet';
import { Interface } from 'ethers/abi';
import { hexQuantity, minedReceipts, rpc, rpcBatch } from '../chains/json-rpc.ts';
import type { DevnetChain } from '../devnet-report.ts';

const erc20 = new Interface(['function transfer(address to, uint256 value)']);
const refundGas = 300_000n;
const gasPurseWei = 10n ** 18n;

/** Unused addresses, one for each quote of an engine without a contract. */
export class DepositAddresses {
  readonly #branch: HDNodeWallet;
  readonly #wallets = new Map<string, HDNodeWallet>();

  // A separate branch; the chains' accounts use the sibling branch.
  constructor(mnemonic: string) {
    this.#branch = HDNodeWallet.fromMnemonic(Mnemonic.fromPhrase(mnemonic), "m/44'/60'/0'/1");
  }

  next(): string {
    const wallet = this.#branch.deriveChild(this.#wallets.size);
    this.#wallets.set(wallet.address, wallet);
    return wallet.address;
  }

  /** Refunds the units from a deposit address, whose gas is a gift. Returns the hash once mined. */
  async refund(
    chain: DevnetChain,
    from: string,
    token: string | null,
    to: string,
    units: bigint,
  ): Promise<string> {
    const wallet = this.#wallets.get(from);
    if (wallet === undefined) throw new Error(`${from} is not a deposit address of this devnet`);
    const [nonce, gasPrice, balance] = await rpcBatch(chain.rpcUrl, [
      { method: 'eth_getTransactionCount', params: [from, 'latest'] },
      { method: 'eth_gasPrice', params: [] },
      { method: 'eth_getBalance', params: [from, 'latest'] },
    ]);
    await rpc(chain.rpcUrl, 'anvil_setBalance', [
      from,
      hexQuantity(BigInt(String(balance)) + gasPurseWei),
    ]);

    const signed = await wallet.signTransaction(
      Transaction.from({
        type: 0,
        chainId: chain.chainId,
        nonce: Number(nonce),
        gasPrice: 2n * BigInt(String(gasPrice)),
        gasLimit: refundGas,
        ...(token === null
          ? { to, value: units }
          : { to: token, data: erc20.encodeFunctionData('transfer', [to, units]) }),
      }),
    );
    const sent = String(await rpc(chain.rpcUrl, 'eth_sendRawTransaction', [signed]));
    const [receipt] = await minedReceipts(chain.rpcUrl, [sent]);
    if (receipt?.succeeded !== true)
      throw new Error(`the refund from ${from} reverted on chain ${chain.chainId}`);
    return receipt.txHash;
  }
}

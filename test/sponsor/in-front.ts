import { parts } from '@interline/server';
import { toQuantity } from 'ethers';
import { createWalletClient, decodeFunctionData, encodeFunctionData, type Hex, http } from 'viem';
import { entryPoint08Abi } from 'viem/account-abstraction';
import { privateKeyToAccount } from 'viem/accounts';
import { randomBytes } from 'node:crypto';
import { chainRpc } from '../support/chain-rpc.ts';
import { freshAddress } from '../support/fresh-wallet.ts';
import type { Harness } from '../support/harness.ts';
import { bidAhead } from '../support/payer-transaction.ts';
import { usdcBalance } from '../support/usdc-balance.ts';
import { chainId, type SponsoredPayer, transferCall } from './sponsored-payer.ts';

export interface SentCall {
  readonly id: string;
  readonly txHash?: string | null | undefined;
}

/** In front of all that waits: the payer gives its dollars away by a transaction of its own. */
export async function drained({ devnet }: Pick<Harness, 'devnet'>, payer: SponsoredPayer) {
  await giveCoin(devnet, payer.address);
  const wallet = createWalletClient({ account: payer.owner, transport: http(payer.chain.rpcUrl) });
  await wallet.sendTransaction({
    chain: null,
    to: payer.usdc,
    data: transferCall(freshAddress() as Hex, await usdcBalance(devnet, chainId, payer.address)),
    gas: 100_000n,
    ...(await bidAhead(devnet, chainId)),
  });
}

/** In front of ours: any observer of an operation may send it. */
export async function sentFirst(
  { devnet, container }: Pick<Harness, 'devnet' | 'container'>,
  payer: SponsoredPayer,
  { id, txHash }: SentCall,
) {
  const ours = (await chainRpc(devnet, chainId, 'eth_getTransactionByHash', [txHash])) as {
    readonly input: Hex;
  }; // CAST: the node's own shape.
  const { args } = decodeFunctionData({ abi: entryPoint08Abi, data: ours.input });
  const [operations, beneficiary] = args as readonly [readonly { readonly sender: Hex }[], Hex]; // CAST: those of handleOps.
  const its = operations.filter(({ sender }) => BigInt(sender) === BigInt(payer.address));
  const stranger = privateKeyToAccount(`0x${randomBytes(32).toString('hex')}`);
  await giveCoin(devnet, stranger.address);
  const { reads } = container.get(parts.store);
  const { authorization } = (await reads.sponsor.sponsoredCall(id))?.signed ?? {};
  const wallet = createWalletClient({ account: stranger, transport: http(payer.chain.rpcUrl) });
  return wallet.sendTransaction({
    chain: null,
    to: '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108',
    data: encodeFunctionData({
      abi: entryPoint08Abi,
      functionName: 'handleOps',
      args: [its as never, beneficiary],
    }),
    gas: 1_000_000n,
    authorizationList: [authorization as never],
    ...(await bidAhead(devnet, chainId)),
  });
}

async function giveCoin(devnet: Harness['devnet'], to: string): Promise<void> {
  await chainRpc(devnet, chainId, 'anvil_setBalance', [to, toQuantity(10n ** 20n)]);
}

import type { Devnet } from '@interline/devnet';
import { Interface, toQuantity } from 'ethers';
import { chainRpc } from './chain-rpc.ts';
import type { Payer } from './payer.ts';

const token = new Interface(['function transfer(address to, uint256 units)']);
const permit2 = new Interface(['function invalidateUnorderedNonces(uint256 word, uint256 mask)']);
const permit2Address = '0x000000000022D473030F116dDEE9F6B43aC78BA3';

/** The payer's own doing behind the service's back: goes into the pool before everything else, is mined when the chain mines. */
export async function spendElsewhere(devnet: Pick<Devnet, 'chains'>, chainId: number, payer: Payer, units: bigint): Promise<void> {
  const usdc = devnet.chains.find((one) => one.chainId === chainId)?.tokens.find((one) => one.symbol === 'USDC')?.address ?? '';
  await sendOwn(devnet, chainId, payer, usdc, token.encodeFunctionData('transfer', ['0x00000000000000000000000000000000000e15e0', units]));
}

/** Spends the permit's bit without redeeming it, as a wallet's "cancel" does. */
export async function cancelPermit(devnet: Pick<Devnet, 'chains'>, chainId: number, payer: Payer, nonce: bigint): Promise<void> {
  await sendOwn(devnet, chainId, payer, permit2Address, permit2.encodeFunctionData('invalidateUnorderedNonces', [nonce >> 8n, 1n << (nonce & 255n)]));
}

async function sendOwn(devnet: Pick<Devnet, 'chains'>, chainId: number, payer: Payer, to: string, data: string): Promise<void> {
  const nonce = Number(await chainRpc(devnet, chainId, 'eth_getTransactionCount', [payer.address, 'latest']));
  await chainRpc(devnet, chainId, 'anvil_setBalance', [payer.address, toQuantity(10n ** 18n)]);
  // The tip puts it in front of what the relayer has in the pool.
  const raw = await payer.wallet.signTransaction({ type: 2, chainId, nonce, to, data, gasLimit: 100_000n, maxFeePerGas: 900n * 10n ** 9n, maxPriorityFeePerGas: 800n * 10n ** 9n });
  await chainRpc(devnet, chainId, 'eth_sendRawTransaction', [raw]);
}

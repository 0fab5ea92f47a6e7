import { x402Facilitator } from '@x402/core/facilitator';
import { toFacilitatorEvmSigner } from '@x402/evm';
import { registerExactEvmScheme } from '@x402/evm/exact/facilitator';
import { randomBytes } from 'node:crypto';
import { toQuantity } from 'ethers';
import { createWalletClient, defineChain, http, nonceManager, publicActions } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { chainRpc } from '../support/chain-rpc.ts';
import type { Harness } from '../support/harness.ts';
import { chainId, network } from './payments-scene.ts';

/** @x402/core's own, with an account of its own that holds coin for gas. */
export async function foreignFacilitator({ devnet }: Pick<Harness, 'devnet'>) {
  const rpcUrl = devnet.chains.find((one) => one.chainId === chainId)?.rpcUrl ?? '';
  const account = privateKeyToAccount(`0x${randomBytes(32).toString('hex')}`, { nonceManager });
  await chainRpc(devnet, chainId, 'anvil_setBalance', [account.address, toQuantity(10n ** 20n)]);
  const client = createWalletClient({
    account,
    chain: defineChain({
      id: chainId,
      name: 'local',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [rpcUrl] } },
    }),
    transport: http(rpcUrl),
    pollingInterval: 50,
  }).extend(publicActions);
  const signer = { ...client, address: account.address };
  return registerExactEvmScheme(new x402Facilitator(), {
    signer: toFacilitatorEvmSigner(signer as never), // CAST: as x402's own example has it.
    networks: network,
  });
}

import { AbiCoder } from 'ethers/abi';
import { getCreateAddress } from 'ethers/address';
import { canonicalContracts, deterministicDeployer } from '../contracts/canonical-contracts.ts';
import {
  bridgeContract,
  type DevnetContract,
  exactProxy402,
  memberPassContract,
  tokenContracts,
} from '../contracts/devnet-contracts.ts';
import type { DevnetChain } from '../devnet-report.ts';
import type { ListedChain } from './chain-list.ts';
import type { DevnetAccounts } from './devnet-accounts.ts';
import { hexQuantity, minedReceipts, rpc, rpcBatch } from './json-rpc.ts';

type Deployment = { to?: string; data: string; gas: number };

/**
 * Deploys everything with plain transactions of the owner, in one batch with nonces assigned in
 * advance, except stand-ins at an address that their own bytes do not produce. The owner and its
 * nonces are the same on all chains of a devnet, and so are the addresses.
 */
export async function seedChain(
  chain: ListedChain,
  rpcUrl: string,
  accounts: DevnetAccounts,
): Promise<DevnetChain> {
  const canonical = canonicalContracts.map(({ salt, initcode, deployGas }): Deployment => ({
    to: deterministicDeployer,
    data: salt + initcode.slice(2),
    gas: deployGas,
  }));
  const own = [...tokenContracts, memberPassContract].map((contract) =>
    creation(contract, accounts.faucet),
  );
  await rpc(rpcUrl, 'anvil_setCode', [exactProxy402.address, exactProxy402.code]);
  await mine(rpcUrl, accounts.owner, [
    ...canonical,
    ...own,
    creation(bridgeContract, accounts.filler),
  ]);

  const createdAt = (order: number): string =>
    getCreateAddress({ from: accounts.owner, nonce: canonical.length + order });
  const tokens = tokenContracts.map(({ symbol, decimals }, order) => ({
    symbol,
    address: createdAt(order),
    decimals,
  }));
  return {
    ...chain,
    rpcUrl,
    tokens,
    memberNft: createdAt(tokenContracts.length),
    bridge: createdAt(tokenContracts.length + 1),
  };
}

function creation({ bytecode, deployGas }: DevnetContract, authority: string): Deployment {
  return {
    data: bytecode + AbiCoder.defaultAbiCoder().encode(['address'], [authority]).slice(2),
    gas: deployGas,
  };
}

async function mine(
  rpcUrl: string,
  from: string,
  deployments: readonly Deployment[],
): Promise<void> {
  const hashes = await rpcBatch(
    rpcUrl,
    deployments.map(({ gas, ...tx }, nonce) => ({
      method: 'eth_sendTransaction',
      params: [{ ...tx, from, gas: hexQuantity(gas), nonce: hexQuantity(nonce) }],
    })),
  );
  const receipts = await minedReceipts(rpcUrl, hashes.map(String));

  const reverted = receipts.filter(({ succeeded }) => !succeeded);
  if (reverted.length > 0)
    throw new Error(`${reverted.length} of the devnet's own deployments reverted at ${rpcUrl}`);
}

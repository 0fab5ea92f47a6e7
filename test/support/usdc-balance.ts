import { Contract, JsonRpcProvider } from 'ethers';
import type { Devnet } from '@interline/devnet';

/** USDC of an account as its chain says, in smallest units. */
export async function usdcBalance(devnet: Pick<Devnet, 'chains'>, chainId: number, owner: string): Promise<bigint> {
  const chain = devnet.chains.find((one) => one.chainId === chainId);
  const usdc = chain?.tokens.find((token) => token.symbol === 'USDC');
  if (chain === undefined || usdc === undefined) throw new Error(`the devnet runs no chain ${chainId} with USDC`);
  const provider = new JsonRpcProvider(chain.rpcUrl, chainId, { staticNetwork: true, batchMaxCount: 1, cacheTimeout: -1 });
  try {
    return await new Contract(usdc.address, ['function balanceOf(address) view returns (uint256)'], provider).getFunction('balanceOf').staticCall(owner) as bigint;
  } finally {
    provider.destroy();
  }
}

import type { DevnetReport } from '@interline/devnet';
import { Contract, JsonRpcProvider } from 'ethers';

export interface EvmBalances {
  readonly usdc: bigint;
  readonly coin: bigint;
}

/** What a wallet holds on a chain, asked of the chain itself and not of the service. */
export function balancesOn(
  devnet: Pick<DevnetReport, 'chains'>,
  chainId: number,
  owner: string,
): () => Promise<EvmBalances> {
  const chain = devnet.chains.find((one) => one.chainId === chainId);
  const usdc = chain?.tokens.find((token) => token.symbol === 'USDC');
  if (chain === undefined || usdc === undefined)
    throw new Error(`this devnet has no USDC on chain ${chainId}`);
  return () => chainBalances(chain.rpcUrl, usdc.address, owner);
}

async function chainBalances(rpcUrl: string, token: string, owner: string): Promise<EvmBalances> {
  const provider = new JsonRpcProvider(rpcUrl, undefined, { batchMaxCount: 1, cacheTimeout: -1 });
  try {
    const contract = new Contract(
      token,
      ['function balanceOf(address) view returns (uint256)'],
      provider,
    );
    const [usdc, coin] = await Promise.all([
      contract.getFunction('balanceOf').staticCall(owner) as Promise<bigint>,
      provider.getBalance(owner),
    ]);
    return { usdc, coin };
  } finally {
    provider.destroy();
  }
}

import { Contract, JsonRpcProvider } from 'ethers';
import type { Devnet } from '@interline/devnet';

/** What an account has of a listed token as its chain says, in smallest units. */
export async function tokenBalance(
  devnet: Pick<Devnet, 'chains'>,
  chainId: number,
  symbol: string,
  owner: string,
): Promise<bigint> {
  const chain = devnet.chains.find((one) => one.chainId === chainId);
  const listed = chain?.tokens.find((token) => token.symbol === symbol);
  if (chain === undefined || listed === undefined)
    throw new Error(`the devnet runs no chain ${chainId} with ${symbol}`);
  const provider = new JsonRpcProvider(chain.rpcUrl, chainId, {
    staticNetwork: true,
    batchMaxCount: 1,
    cacheTimeout: -1,
  });
  try {
    return (await new Contract(
      listed.address,
      ['function balanceOf(address) view returns (uint256)'],
      provider,
    )
      .getFunction('balanceOf')
      .staticCall(owner)) as bigint;
  } finally {
    provider.destroy();
  }
}

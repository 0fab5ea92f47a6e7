import { Contract, JsonRpcProvider } from 'ethers';

/** What a wallet holds, asked of the chain itself and not of the service. */
export async function chainBalances(
  rpcUrl: string,
  token: string,
  owner: string,
): Promise<{ readonly usdc: bigint; readonly nativeWei: bigint }> {
  const provider = new JsonRpcProvider(rpcUrl, undefined, { batchMaxCount: 1, cacheTimeout: -1 });
  try {
    const contract = new Contract(
      token,
      ['function balanceOf(address) view returns (uint256)'],
      provider,
    );
    const [usdc, nativeWei] = await Promise.all([
      contract.getFunction('balanceOf').staticCall(owner) as Promise<bigint>,
      provider.getBalance(owner),
    ]);
    return { usdc, nativeWei };
  } finally {
    provider.destroy();
  }
}

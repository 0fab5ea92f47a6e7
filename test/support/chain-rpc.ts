import { JsonRpcProvider } from 'ethers';
import type { Devnet } from '@interline/devnet';

/** One JSON-RPC call to a local chain, for what a test does to the chain itself. */
export async function chainRpc(
  devnet: Pick<Devnet, 'chains'>,
  chainId: number,
  method: string,
  params: readonly unknown[] = [],
): Promise<unknown> {
  const chain = devnet.chains.find((one) => one.chainId === chainId);
  if (chain === undefined) throw new Error(`the devnet runs no chain ${chainId}`);
  const provider = new JsonRpcProvider(chain.rpcUrl, chainId, {
    staticNetwork: true,
    batchMaxCount: 1,
  });
  try {
    return await provider.send(method, [...params]);
  } finally {
    provider.destroy();
  }
}

import { Interface, JsonRpcProvider } from 'ethers';
import type { Devnet } from '@interline/devnet';

const erc20 = new Interface([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
]);

export interface TransferFilter {
  readonly from?: string;
  readonly to?: string;
}

/** How many USDC transfers the chain has seen between these parties. */
export async function transferCount(
  devnet: Pick<Devnet, 'chains'>,
  chainId: number,
  { from, to }: TransferFilter,
): Promise<number> {
  const chain = devnet.chains.find((one) => one.chainId === chainId);
  const usdc = chain?.tokens.find((token) => token.symbol === 'USDC');
  if (chain === undefined || usdc === undefined)
    throw new Error(`the devnet runs no chain ${chainId} with USDC`);
  const provider = new JsonRpcProvider(chain.rpcUrl, chainId, {
    staticNetwork: true,
    batchMaxCount: 1,
  });
  try {
    const topics = erc20.encodeFilterTopics('Transfer', [from ?? null, to ?? null]);
    return (await provider.getLogs({ address: usdc.address, topics, fromBlock: 0 })).length;
  } finally {
    provider.destroy();
  }
}

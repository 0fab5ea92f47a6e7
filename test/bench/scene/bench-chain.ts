import type { DevnetChain } from '@interline/devnet';
import { evmAddress, type EvmAddress } from '@interline/kernel';
import { JsonRpcLink } from './json-rpc-link.ts';
import { findTokenSlots, type TokenSlots } from './token-slots.ts';

/** One local chain as the benchmarks use it. */
export interface BenchChain {
  readonly chainId: number;
  readonly rpcUrl: string;
  readonly usdc: EvmAddress;
  readonly slots: TokenSlots;
  /** For all that is not timed. */
  readonly link: JsonRpcLink;
}

export async function openBenchChain({
  chainId,
  rpcUrl,
  tokens,
}: DevnetChain): Promise<BenchChain> {
  const address = tokens.find((token) => token.symbol === 'USDC')?.address;
  if (address === undefined) throw new Error(`chain ${chainId} has no USDC`);
  const usdc = evmAddress(address);
  const link = new JsonRpcLink(rpcUrl, 4);
  return { chainId, rpcUrl, usdc, link, slots: await findTokenSlots(link, usdc) };
}

/** Unix seconds of the newest block. */
export async function chainTimeSec({ link }: BenchChain): Promise<bigint> {
  const block = (await link.call('eth_getBlockByNumber', ['latest', false])) as {
    timestamp: string;
  }; // CAST: a node's block.
  return BigInt(block.timestamp);
}

export async function nonceAt({ link }: BenchChain, account: EvmAddress): Promise<number> {
  return Number(await link.call('eth_getTransactionCount', [account, 'latest']));
}

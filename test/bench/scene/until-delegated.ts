import { setTimeout as pause } from 'node:timers/promises';
import type { BenchChain } from './bench-chain.ts';

interface BlockSeen {
  readonly number: string;
  readonly transactions: readonly { readonly type: string }[];
}

const delegatingType = '0x4';
/** The spender and the float. */
const accounts = 2;
const pollMs = 25;
const tries = 400;
/** The service learns from a receipt that its account is delegated. */
const heardAfterMs = 250;

/**
 * Resolves once the service has delegated both its accounts on the chain. Throws after ten seconds.
 */
export async function untilDelegated(chain: BenchChain): Promise<void> {
  let delegated = 0;
  let next = 0;
  for (let left = tries; delegated < accounts; left -= 1) {
    if (left === 0)
      throw new Error(`the service did not delegate its accounts on chain ${chain.chainId}`);
    const block = (await chain.link.call('eth_getBlockByNumber', [
      `0x${next.toString(16)}`,
      true,
    ])) as BlockSeen | null; // CAST: a node's block.
    if (block === null) {
      await pause(pollMs);
    } else {
      delegated += block.transactions.filter(({ type }) => type === delegatingType).length;
      next += 1;
    }
  }
  await pause(heardAfterMs);
}

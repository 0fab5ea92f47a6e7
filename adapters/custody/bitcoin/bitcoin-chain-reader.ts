import { type ChainRef, RelayError } from '@interline/kernel';
import type { ChainReader, ChainTime } from '@interline/ports';
import type { FloatWallet } from './float-wallet.ts';
import { feeAt } from './fees/fee-rate.ts';
import { type Market, rateOf } from './prepare/market.ts';

/** Read-only access for rails and quotes; gas is virtual bytes. There are no calls on this chain. */
export function bitcoinChainReader(
  wallet: FloatWallet,
  market: (signal: AbortSignal) => Promise<Market>,
): ChainReader & ChainTime {
  const assertChain = (chain: ChainRef): void => {
    if (chain !== wallet.settings.chain)
      throw new RelayError('CHAIN_UNREACHABLE', { chain }, `no bitcoin node serves ${chain}`);
  };
  return {
    call: async (chain) => {
      assertChain(chain);
      return null;
    },
    async gasCost(chain, vbytes, signal) {
      assertChain(chain);
      return feeAt(rateOf(wallet, await market(signal)).rate, Number(vbytes));
    },
    async headTimeMs(chain, signal) {
      assertChain(chain);
      const { medianTimeSec } = await wallet.read(({ node }) => node.tip(signal), signal);
      return medianTimeSec * 1_000;
    },
    isUp: (chain) => chain === wallet.settings.chain && wallet.isUp(),
  };
}

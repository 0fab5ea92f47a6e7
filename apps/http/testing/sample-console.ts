import type { ConsoleView } from '@interline/core/discovery';
import type { Timeline } from '@interline/core/transfer';
import { sampleRoute } from './sample-route.ts';
import { base, baseEth, baseUsdc, bitcoin, bitcoinBtc } from './sample-tokens.ts';

export const sampleConsole: ConsoleView = {
  profile: 'mainnet',
  chains: [
    {
      chain: base,
      name: 'Base',
      coin: { symbol: 'ETH', decimals: 18 },
      explorerTx: 'https://basescan.org/tx/{tx}',
      isSimulated: false,
      tokens: [baseEth, baseUsdc],
    },
    {
      chain: bitcoin,
      name: 'Bitcoin',
      coin: { symbol: 'BTC', decimals: 8 },
      explorerTx: null,
      isSimulated: false,
      tokens: [bitcoinBtc],
    },
  ],
};

/** Its pull was sent, and is in no block yet. */
export const sampleTimeline: Timeline = {
  route: sampleRoute(),
  endedAtMs: null,
  steps: [
    {
      purpose: 'pull',
      chain: base,
      state: 'open',
      minedHash: null,
      minedBlock: null,
      reorgs: 0,
      begunAtMs: 1_800_000_000_000,
      sentAtMs: 1_800_000_000_200,
      forms: 1,
      hash: `0x${'ab'.repeat(32)}`,
    },
  ],
};

import type { Health } from '@interline/core/operations';
import type { Series } from '@interline/core/transfer';
import { arbitrum, base } from './sample-tokens.ts';

export const sampleHealth: Health = {
  chains: [
    {
      chain: base,
      isUp: true,
      nodes: [
        { number: 1, state: 'open' },
        { number: 2, state: 'resting' },
      ],
    },
    { chain: arbitrum, isUp: false, nodes: [{ number: 1, state: 'behind' }] },
  ],
  budgets: [
    { chain: base, of: 'pulls', engine: null, spent: 3n, limit: 50n },
    { chain: base, of: 'calls', engine: 'lifi', spent: 50n, limit: 50n },
  ],
};

export const sampleSeries: Series = {
  slotMs: 900_000,
  slots: [
    {
      fromMs: 1_800_000_000_000,
      delivered: 2,
      missed: 1,
      failed: 0,
      medianMs: 4_000,
      mostMs: 9_000,
    },
    {
      fromMs: 1_800_000_900_000,
      delivered: 0,
      missed: 0,
      failed: 0,
      medianMs: null,
      mostMs: null,
    },
  ],
};

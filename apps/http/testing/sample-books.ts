import type { UseCases } from '@interline/core';
import { asUnits, nativeAddress } from '@interline/kernel';
import { arbitrum } from './sample-tokens.ts';
import { spender } from './sample-intent.ts';

const account = {
  kind: 'gas',
  chain: arbitrum,
  token: nativeAddress,
  holder: '',
} as const;
const sampleRow = {
  day: '2027-01-15',
  time: '2027-01-15T08:00:00.000Z',
  entry: 'ef_0/payout/0x00/0',
  kind: 'payout',
  reverses: '',
  chain: arbitrum,
  block: '7',
  blockHash: '0x00',
  tx: '0x01',
  log: '0',
  transaction: 'ef_0',
  ownerKind: 'route',
  owner: 'rt_0123456789abcdef0123456789abcdef',
  engine: 'floatlane',
  account: 'gas',
  holder: '',
  lineChain: arbitrum,
  token: nativeAddress,
  symbol: 'ETH',
  debit: '21000',
  credit: '',
};

/** Books with one payout's gas in them. */
export const sampleBooks: Partial<UseCases['books']> = {
  showBalances: async () => [
    { ...account, symbol: 'ETH', decimals: 18, units: 21_000n, ours: null, isUnread: false },
  ],
  showStatement: async ({ by }) => ({
    fromDay: '2027-01-15',
    toDay: '2027-01-15',
    by,
    rows: [
      {
        ...account,
        group: '2027-01-15',
        symbol: 'ETH',
        decimals: 18,
        side: 'debit' as const,
        units: 21_000n,
        microUsd: 1_500n,
      },
    ],
    groups: [
      { group: '2027-01-15', profitMicroUsd: -1_500n, volumeMicroUsd: 5_000_000n, unpriced: 0 },
    ],
    total: { profitMicroUsd: -1_500n, volumeMicroUsd: 5_000_000n, unpriced: 0 },
  }),
  exportEntries: async () => ({ rows: [sampleRow], next: null }),
  readReconciliation: async () => [
    {
      book: { chain: arbitrum, account: spender, token: nativeAddress },
      role: 'spender',
      symbol: 'ETH',
      decimals: 18,
      units: asUnits(5n),
      block: 7,
      blockHash: '0x00',
      deficit: asUnits(2n),
      appeared: { after: 5, by: 6, sinceMs: 1_800_000_000_000 },
      goodBlock: 5,
      atMs: 1_800_000_007_000,
    },
  ],
  reconcile: async () => [{ chain: arbitrum, outcome: 'judged', block: 7 }],
};

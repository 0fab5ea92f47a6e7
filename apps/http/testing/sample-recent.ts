import type { RecentRoute } from '@interline/core/discovery';

export const sampleRecent: readonly RecentRoute[] = [
  {
    lane: 'Base -> Arbitrum One',
    asset: 'USDC',
    rail: 'floatlane',
    status: 'BRIDGING',
    when: 'within the last minute',
    size: 'tens of tokens',
    isSandbox: false,
  },
  {
    lane: 'Arbitrum One -> Stellar',
    asset: 'USDC',
    rail: 'sandbox',
    status: 'DONE',
    when: 'within the last day',
    size: 'a few tokens',
    isSandbox: true,
  },
];

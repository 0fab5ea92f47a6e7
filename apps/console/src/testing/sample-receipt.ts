import type { RouteReceipt, RouteTimeline } from '@interline/client';

/** Five dollars on their way from Base to Arbitrum. */
export function sampleReceipt(change: Partial<RouteReceipt> = {}): RouteReceipt {
  return {
    id: `rt_${'0a'.repeat(16)}`,
    status: 'BRIDGING',
    gasless: true,
    sandbox: false,
    bridge: 'floatlane',
    aggregator: 'floatlane',
    svcFee: '4000',
    bridged: '4996000',
    feeParts: { service: '4000', gas: '0', engine: '0' },
    quoted: { svcFee: '4000', bridged: '4996000' },
    from: {
      chain: 8453,
      token: '0xaa',
      symbol: 'USDC',
      decimals: 6,
      amount: '5000000',
      address: '0x11',
    },
    to: {
      chain: 42161,
      token: '0xbb',
      symbol: 'USDC',
      decimals: 6,
      recipient: '0x11',
      estimated: '4996000',
      min: '4971020',
      delivered: null,
    },
    srcTx: null,
    destTx: null,
    stage: 'RECEIVING',
    elapsedSec: 1,
    createdAt: 1_000,
    updatedAt: 4_000,
    track: '/api/route/status',
    refundTx: null,
    refusals: [],
    ...change,
  };
}

/** As it arrived. */
export const delivered: Partial<RouteReceipt> = {
  status: 'DONE',
  stage: 'DELIVERED',
  srcTx: '0xs',
  destTx: '0xd',
  to: { ...sampleReceipt().to, delivered: '4996000' },
};

export function sampleTimeline(change: Partial<RouteTimeline> = {}): RouteTimeline {
  return {
    id: `rt_${'0a'.repeat(16)}`,
    now: 5_000,
    acceptedAt: 1_000,
    endedAt: null,
    decimals: { from: 6, to: 6 },
    steps: [],
    ...change,
  };
}

export function sampleStep(
  change: Partial<RouteTimeline['steps'][number]> = {},
): RouteTimeline['steps'][number] {
  return {
    what: 'pull',
    chain: 8453,
    tx: '0xs',
    state: 'mined',
    begunAt: 1_000,
    sentAt: 1_200,
    block: 7,
    sends: 1,
    reorgs: 0,
    ...change,
  };
}

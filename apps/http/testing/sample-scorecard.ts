import type { Scorecard } from '@interline/core/transfer';
import { arbitrum, base, stellar } from './sample-tokens.ts';

/** One rail that kept its word on one lane and failed on another. */
export const sampleScorecard: Scorecard = {
  windowDays: 30,
  rails: [
    {
      rail: 'lifi',
      samples: 9,
      missRateBps: 1_250,
      failRateBps: 1_112,
      medianSec: 41.5,
      deliveredBps: 9_998.75,
      times: [
        { upToSec: 40, count: 3 },
        { upToSec: 60, count: 5 },
        { upToSec: null, count: 0 },
      ],
      lanes: [
        {
          lane: { from: base, to: arbitrum },
          samples: 8,
          missRateBps: 1_250,
          failRateBps: 0,
          medianSec: 41.5,
          deliveredBps: 9_998.75,
        },
        {
          lane: { from: base, to: stellar },
          samples: 1,
          missRateBps: 0,
          failRateBps: 10_000,
          medianSec: 600,
          deliveredBps: null,
        },
      ],
    },
  ],
};

import type { RailContext, RailPort } from '@interline/plugins';
import {
  arbitrum,
  etherOnBase,
  ManualClock,
  RecordingLog,
  testContext,
  testTokens,
} from '@interline/plugins/testing';
import { aggregatorsRail } from '../rail.ts';
import { settingsFor } from '../settings.ts';
import type { Upstream } from '../upstream/upstream.ts';

export interface RailSeat {
  readonly rail: RailPort;
  readonly clock: ManualClock;
  readonly log: RecordingLog;
}

export interface SeatTerms extends Partial<RailContext> {
  readonly settings?: object;
}

/** The rail over scripted engines: a coin of 2,000 dollars on both chains, gas at 0.001 gwei. */
export function railOver(
  upstreams: readonly Upstream[],
  { settings = {}, ...parts }: SeatTerms = {},
): RailSeat {
  const clock = new ManualClock();
  const log = new RecordingLog();
  const tokens = [...testTokens, { ...etherOnBase, chain: arbitrum }];
  const context = testContext({
    clock,
    log,
    tokens: { on: (chain) => tokens.filter((token) => token.chain === chain) },
    price: {
      priceOf: async ({ asset }) => ({
        microUsd: asset === 'ETH' ? 2_000_000_000n : 1_000_000n,
        asOfMs: 0,
      }),
    },
    ...parts,
  });
  return {
    rail: aggregatorsRail(upstreams, context, settingsFor(upstreams).parse(settings)),
    clock,
    log,
  };
}

import { z } from 'zod';

/** Settings of a rail that pays from its own inventory; the rail provides its defaults. */
export interface PayoutStandards {
  /** Taken off the market price where the two tokens are different assets, in basis points. */
  readonly spreadBps: number;
  /**
   * Deducted in addition to the spread, in basis points: how far the market may move against us
   * before the price is requested again.
   */
  readonly marginBps: number;
  /** From the accepted order to the arrival, confirmations included. */
  readonly durationSec: number;
}

const digits = z.string().regex(/^(0|[1-9][0-9]{0,17})$/, 'wants micro-USD in a string of digits');

export function payoutSettings({ spreadBps, marginBps, durationSec }: PayoutStandards) {
  return z.strictObject({
    spreadBps: z
      .int()
      .min(0)
      .max(2_000)
      .default(spreadBps)
      .describe(
        'Taken off the market price where the two tokens are different assets, in basis points.',
      ),
    marginBps: z
      .int()
      .min(0)
      .max(2_000)
      .default(marginBps)
      .describe(
        'Taken off beside it, in basis points: how far the market may move against us before the price is asked for again.',
      ),
    durationSec: z
      .int()
      .min(1)
      .max(86_400)
      .default(durationSec)
      .describe('From the accepted order to the arrival, confirmations included, in seconds.'),
    quoteLifeSec: z
      .int()
      .min(5)
      .max(600)
      .default(60)
      .describe('How long a quote holds, in seconds.'),
    maxExposureMicroUsd: digits
      .default('25000000000')
      .describe(
        'What may be promised of one asset and not be paid yet, at its market price, in millionths of a dollar.',
      ),
  });
}

export type PayoutSettings = z.output<ReturnType<typeof payoutSettings>>;

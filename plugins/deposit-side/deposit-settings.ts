import { z } from 'zod';
import { type PayoutStandards, payoutSettings } from '../payout-side/payout-settings.ts';

/**
 * For a rail that pays out in both directions: a deposit keeps its price longer than a quote does.
 */
interface DepositStandards {
  readonly payout: PayoutStandards;
  /** As `marginBps`, for the lock of a deposit. */
  readonly depositMarginBps: number;
  /** From the deposit's last confirmation to the arrival. */
  readonly depositDurationSec: number;
}

export function depositSettings({
  payout,
  depositMarginBps,
  depositDurationSec,
}: DepositStandards) {
  return payoutSettings(payout).extend({
    depositMarginBps: z
      .int()
      .min(0)
      .max(2_000)
      .default(depositMarginBps)
      .describe(
        'Taken off beside the spread of a deposit, in basis points: how far the market may move while it keeps its price.',
      ),
    depositDurationSec: z
      .int()
      .min(1)
      .max(86_400)
      .default(depositDurationSec)
      .describe("From a deposit's last confirmation to the arrival, in seconds."),
  });
}

import { usualDeposits } from '@interline/core/switches';
import { z } from 'zod';
import { checkDeposits } from './check-families.ts';

export const depositsSchema = z
  .strictObject({
    lockSec: z
      .int()
      .min(60)
      .max(3_600)
      .default(usualDeposits.lockMs / 1_000)
      .describe('How long a deposit that is seen keeps the price it was accepted at, in seconds.'),
    minedWithinSec: z
      .int()
      .min(0)
      .max(6 * 3_600)
      .default(usualDeposits.minedWithinMs / 1_000)
      .describe(
        'How long after that it may come into its first block, in seconds; later it has the current price.',
      ),
    expiresSec: z
      .int()
      .min(600)
      .max(7 * 86_400)
      .default(usualDeposits.expiresMs / 1_000)
      .describe('How long its parts are waited for, in seconds; then what came goes back.'),
    unpaidPerClient: z
      .int()
      .min(1)
      .default(usualDeposits.unpaidPerClient)
      .describe('Most deposits of one client on a chain that are not paid in full.'),
    unpaidInAll: z
      .int()
      .min(1)
      .default(usualDeposits.unpaidInAll)
      .describe('Most on a chain in all whose lock still runs; from half of it on, one a client.'),
    lockedUsd: z
      .int()
      .min(1)
      .default(usualDeposits.lockedUsd)
      .describe('Most value on a chain, in whole dollars, that may still come at a locked price.'),
    lockedShareBps: z
      .int()
      .min(1)
      .max(10_000)
      .default(usualDeposits.lockedShareBps)
      .describe('The part of it that one client may have, in basis points.'),
  })
  .superRefine(checkDeposits);

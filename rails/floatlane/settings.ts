import { microUsdSetting, subsidySettings } from '@interline/plugins';
import { z } from 'zod';

/** Bps with at most two decimals. */
const rateBps = z.number().min(0).max(100).multipleOf(0.01);

const laneSide = z
  .string()
  .regex(
    /^(\*|eip155:(\*|[1-9][0-9]{0,15}))$/,
    'wants an EVM chain such as eip155:8453, or eip155:*',
  );

/** Total charges of competitors on the lanes covered; the first entry that covers a lane counts. */
const competitor = z.strictObject({
  from: laneSide.describe('The chain it starts from, or eip155:* for any.'),
  to: laneSide.describe('The chain it ends on, or eip155:* for any.'),
  bps: rateBps.describe('What they charge in all, in basis points.'),
});

/** Every key has a default, so `{}` is a working lane; the README documents each key. */
export const floatlaneSettings = z.strictObject({
  baseBps: rateBps
    .default(6)
    .describe(
      "The usual fee, in basis points; lowered to the deployment's standard charge where above it.",
    ),
  discountBps: rateBps
    .default(2)
    .describe(
      'The fee on what brings the float back to its targets, in basis points; lowered likewise.',
    ),
  drainedBelowPct: z
    .number()
    .int()
    .min(1)
    .max(100)
    .default(75)
    .describe(
      'Where a destination counts as drained: its free float below so many percent of its target.',
    ),
  undercutByBps: rateBps
    .min(0.01)
    .default(0.1)
    .describe('How far below a competitor the lane goes, in basis points.'),
  competitors: z
    .array(competitor)
    .max(1_000)
    .default([])
    .describe('What others charge in all on a lane; the first that covers it counts.'),
  microFeeMicroUsd: microUsdSetting
    .prefault('2000')
    .describe('The flat fee of the micro tier, in millionths of a dollar.'),
  minMicroUsd: microUsdSetting
    .prefault('10000')
    .describe('The least worth moving, in millionths of a dollar.'),
  ...subsidySettings(
    'destination',
    '0 serves only what pays for its gas, and closes the micro tier.',
  ),
  unknownGas: z
    .enum(['allow', 'refuse'])
    .default('refuse')
    .describe('Whether a lane whose gas cannot be priced is served without a charge for it.'),
  quoteLifeSec: z
    .number()
    .int()
    .min(5)
    .max(600)
    .default(60)
    .describe('How long a quote holds, in seconds.'),
  durationSec: z
    .number()
    .int()
    .min(1)
    .max(3_600)
    .default(15)
    .describe('How long a transfer is said to take, in seconds.'),
});

export type FloatlaneSettings = z.output<typeof floatlaneSettings>;

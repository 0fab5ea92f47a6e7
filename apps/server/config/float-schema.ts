import { z } from 'zod';
import { digits } from './chain-schema.ts';

const chainId = z.int().positive();

export const floatSchema = z.strictObject({
  targets: z
    .array(
      z.strictObject({
        chainId: chainId.describe('The chain, by its EIP-155 number.'),
        token: z.string().min(1).max(64).describe("A listed token's address or symbol."),
        units: digits.describe("How much, in the token's smallest units."),
        alarmBelowPct: z
          .int()
          .min(1)
          .max(100)
          .default(25)
          .describe('Alarms where what is free falls below so many percent of the target.'),
        alarmAbovePct: z
          .int()
          .min(101)
          .max(100_000)
          .optional()
          .describe(
            'Alarms where what is free rises above so many percent of the target. Left out: never.',
          ),
      }),
    )
    .default([])
    .describe(
      "What the float is to hold, and when it alarms; an operator's order goes over a target.",
    ),
  gas: z
    .array(
      z.strictObject({
        chainId: chainId.describe('The chain, by its EIP-155 number.'),
        alarmBelowWei: digits.describe(
          'Alarms where the free coin of one of our accounts falls below so many wei.',
        ),
      }),
    )
    .default([])
    .describe('When the coin for gas runs low, by chain.'),
  maxRebalanceCostBps: z
    .int()
    .min(0)
    .max(1_000)
    .default(30)
    .describe('Most that a rebalancing may cost, in basis points of what is moved.'),
});

import { isSpeltRight } from '@interline/adapters/addresses';
import { z } from 'zod';
import { secretRefSchema } from './secrets.ts';

export const digits = z
  .string()
  .regex(/^(0|[1-9][0-9]{0,77})$/, 'wanted a string of decimal digits');
const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'wanted an EVM address');
export const contract = address.refine(
  isSpeltRight,
  'its capitals are not those of its checksum (EIP-55), so a letter may be wrong',
);

/** Below 21,000 no transaction runs; a bound above what any block takes is a slip of the hand. */
const ceiling = z.int().min(21_000).max(100_000_000_000);

/** In blocks. */
const depth = z.int().min(1).max(20_000);

const nodeWanted = 'wanted an http or https URL, or where one is: { env: NAME }';

export const chainSchema = z.strictObject({
  chainId: z.int().positive().describe('The chain, by its EIP-155 number.'),
  rpcUrls: z
    .array(
      z.union([z.url({ protocol: /^https?$/, error: nodeWanted }), secretRefSchema], {
        error: nodeWanted,
      }),
    )
    .min(1)
    .describe(
      'Its RPC nodes. Several are read with fail-over; every transaction goes to all of them. One with a key in it is a secret, to be named.',
    ),
  maxFeePerGasWei: digits
    .optional()
    .describe("Most ever offered per gas, in wei. Left out: the chain's own figure."),
  gasCeilings: z
    .strictObject({
      allowance: ceiling
        .optional()
        .describe(
          "For the permit that lets Permit2 take a token. Left out: the chain's own figure.",
        ),
      pull: ceiling.optional().describe("For a pull. Left out: the chain's own figure."),
      approve: ceiling
        .optional()
        .describe("For an approval of a bridge's contract. Left out: the chain's own figure."),
      call: ceiling.optional().describe("For a bridge's call. Left out: the chain's own figure."),
      payout: ceiling.optional().describe("For a payout. Left out: the chain's own figure."),
      refund: ceiling.optional().describe("For a refund. Left out: the chain's own figure."),
    })
    .optional()
    .describe(
      "Most gas of one transaction by purpose, in the chain's own gas and without what it charges for posting; the chain's own figures where left out. What needs more is refused with GAS_CEILING.",
    ),
  holdSec: z
    .number()
    .min(0)
    .max(3_600)
    .default(30)
    .describe(
      'How long, beside the confirmations, a reading must hold before money is sent again or a transfer given up by it, in seconds.',
    ),
  confirmations: z
    .union([
      depth,
      z.strictObject({
        tiers: z
          .array(
            z.strictObject({
              upToUsd: z.number().positive().describe('For pulls worth up to so many dollars.'),
              confirmations: depth.describe('In blocks.'),
            }),
          )
          .min(1)
          .max(10)
          .describe('Less for small values, the smallest first.'),
        above: depth.describe('For all worth more, in blocks.'),
      }),
    ])
    .optional()
    .describe(
      "How deep, in blocks, a pull must be before money of ours leaves: one number, or less for small values. 1 means that it is in the newest block. Left out: the chain's own figures.",
    ),
  finalDepth: depth
    .optional()
    .describe(
      "Depth, in blocks, to which mined transactions are watched for reorgs; at least the confirmations. Left out: the chain's own figure.",
    ),
  bumpAfterSec: z
    .int()
    .min(5)
    .max(3_600)
    .optional()
    .describe(
      "How long a transaction waits for each of its first six dearer replacements, in seconds. Left out: the chain's own figure.",
    ),
  slowBumpSec: z
    .int()
    .min(15)
    .max(86_400)
    .optional()
    .describe(
      "How long it waits for each of those behind them, in seconds. Left out: the deployment's slowBumpSec.",
    ),
  pollMs: z
    .int()
    .min(50)
    .max(60_000)
    .optional()
    .describe(
      "How often the chain is read while something of ours is in flight there, in milliseconds. Left out: the chain's own figure.",
    ),
  batching: z
    .boolean()
    .default(false)
    .describe(
      'Merges transactions: delegates both accounts to the batch executor (EIP-7702). Wants keys in this process, and a chain that has the Prague rules.',
    ),
});

export const tokenSchema = z.strictObject({
  chainId: z.int().positive().describe('The chain that it is on, by its EIP-155 number.'),
  address: z
    .union([address, z.literal('native')])
    .describe("A contract, or `native` for the chain's coin."),
  symbol: z.string().min(1).max(20).describe('What people call it.'),
  decimals: z.int().min(0).max(36).describe('How many decimals its smallest unit stands behind.'),
  asset: z
    .string()
    .min(1)
    .max(20)
    .describe('What it is a claim on; tokens of one asset trade one to one on the float.'),
  eip2612: z
    .strictObject({
      name: z.string().describe("The domain's name, as the contract has it."),
      version: z.string().describe("The domain's version, as the contract has it."),
    })
    .optional()
    .describe(
      'The domain of its permits, where it has EIP-2612. Left out: a payer must have approved Permit2.',
    ),
});

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
  chainId: z.int().positive(),
  /**
   * Several are read with fail-over; every transaction goes to all of them. One with a key in it is
   * a secret, to be named.
   */
  rpcUrls: z
    .array(
      z.union([z.url({ protocol: /^https?$/, error: nodeWanted }), secretRefSchema], {
        error: nodeWanted,
      }),
    )
    .min(1),
  /** Most ever offered per gas; the chain's own figure when left out. */
  maxFeePerGasWei: digits.optional(),
  /**
   * Most gas of one transaction by purpose, in the chain's own gas and without what it charges for
   * posting; the chain's own figures where left out. What needs more is refused with GAS_CEILING.
   */
  gasCeilings: z
    .strictObject({
      allowance: ceiling.optional(),
      pull: ceiling.optional(),
      approve: ceiling.optional(),
      call: ceiling.optional(),
      payout: ceiling.optional(),
      refund: ceiling.optional(),
    })
    .optional(),
  /**
   * How long, beside the confirmations, a reading must hold before money is sent again or a transfer
   * given up by it.
   */
  holdSec: z.number().min(0).max(3_600).default(30),
  /**
   * How deep a pull must be before money of ours leaves: one number, or less for small values. 1 means
   * that it is in the newest block. The chain's own figures where left out.
   */
  confirmations: z
    .union([
      depth,
      z.strictObject({
        tiers: z
          .array(z.strictObject({ upToUsd: z.number().positive(), confirmations: depth }))
          .min(1)
          .max(10),
        above: depth,
      }),
    ])
    .optional(),
  /** Depth to which mined transactions are watched for reorgs; at least the confirmations. */
  finalDepth: depth.optional(),
  /** How long a transaction waits for each of its first six dearer replacements. */
  bumpAfterSec: z.int().min(5).max(3_600).optional(),
  /** The same for the ones behind them; the deployment's slowBumpSec where left out. */
  slowBumpSec: z.int().min(15).max(86_400).optional(),
  /** How often the chain is read while something of ours is in flight there. */
  pollMs: z.int().min(50).max(60_000).optional(),
  /**
   * Merges transactions: delegates both accounts to the batch executor (EIP-7702). Wants keys in
   * this process, and a chain that has the Prague rules.
   */
  batching: z.boolean().default(false),
});

export const tokenSchema = z.strictObject({
  chainId: z.int().positive(),
  /** A contract, or `native` for the chain's coin. */
  address: z.union([address, z.literal('native')]),
  symbol: z.string().min(1).max(20),
  decimals: z.int().min(0).max(36),
  /** What it is a claim on; tokens of one asset trade one to one on the float. */
  asset: z.string().min(1).max(20),
  eip2612: z.strictObject({ name: z.string(), version: z.string() }).optional(),
});

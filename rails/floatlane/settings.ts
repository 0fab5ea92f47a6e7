import { chainRef, evmAddress, standardSubsidy } from '@interline/plugins';
import { z } from 'zod';

/** Millionths of a dollar, as digits: money is never a JSON number. */
const microUsd = z
  .string()
  .regex(
    /^(0|[1-9][0-9]{0,17})$/,
    'wants millionths of a dollar in a string of digits, such as "10000"',
  );

/** Bps with at most two decimals. */
const rateBps = z.number().min(0).max(100).multipleOf(0.01);

const evmChainName = z
  .string()
  .regex(/^eip155:[1-9][0-9]{0,15}$/, 'wants an EVM chain such as eip155:8453')
  .transform(chainRef);

const laneSide = z
  .string()
  .regex(
    /^(\*|eip155:(\*|[1-9][0-9]{0,15}))$/,
    'wants an EVM chain such as eip155:8453, or eip155:*',
  );

const memberCollection = z.strictObject({
  chain: evmChainName,
  collection: z
    .string()
    .regex(/^0x[0-9a-fA-F]{40}$/, 'wants the address of an ERC-721 collection')
    .transform(evmAddress),
  /** Shown to clients, so plain words. */
  name: z
    .string()
    .regex(/^[\p{L}\p{N}][\p{L}\p{N} .,'&#()-]{0,59}$/u, 'wants a short name in plain words'),
  dailyFreeTransfers: z.number().int().min(1).max(10_000).default(10),
});

/** What others charge in all on the lanes covered; the first that covers a lane counts. */
const competitor = z.strictObject({ from: laneSide, to: laneSide, bps: rateBps });

/** Every key has a default, so `{}` is a working lane; the README says what each one does. */
export const floatlaneSettings = z.strictObject({
  baseBps: rateBps.default(6),
  discountBps: rateBps.default(2),
  drainedBelowPct: z.number().int().min(1).max(100).default(75),
  undercutByBps: rateBps.min(0.01).default(0.1),
  competitors: z.array(competitor).max(1_000).default([]),
  microFeeMicroUsd: microUsd.default('2000'),
  minMicroUsd: microUsd.default('10000'),
  members: z.array(memberCollection).max(32).default([]),
  subsidisedChains: z.enum(['low-cost', 'all']).default('low-cost'),
  maxSubsidyPerTransferMicroUsd: microUsd.default(standardSubsidy.perTransferMicroUsd.toString()),
  dailySubsidyMicroUsd: microUsd.default(standardSubsidy.perDayMicroUsd.toString()),
  unknownGas: z.enum(['allow', 'refuse']).default('refuse'),
  quoteLifeSec: z.number().int().min(5).max(600).default(60),
  durationSec: z.number().int().min(1).max(3_600).default(15),
});

export type FloatlaneSettings = z.output<typeof floatlaneSettings>;

export type MemberCollection = FloatlaneSettings['members'][number];

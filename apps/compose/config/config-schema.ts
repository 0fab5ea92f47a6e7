import { z } from 'zod';
import { secretRefSchema } from './secret-ref.ts';

const digits = z.string().regex(/^(0|[1-9][0-9]{0,77})$/, 'wanted a string of decimal digits');
const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'wanted an EVM address');

const chainSchema = z.strictObject({
  chainId: z.int().positive(),
  /** Several are read with fail-over; every transaction goes to all of them. */
  rpcUrls: z.array(z.url()).min(1),
  maxFeePerGasWei: digits.optional(),
  /** Merges transactions: delegates both accounts to the batch executor (EIP-7702). Wants keys in this process, and a chain that has the Prague rules. */
  batching: z.boolean().default(false),
});

const tokenSchema = z.strictObject({
  chainId: z.int().positive(),
  /** A contract, or `native` for the chain's coin. */
  address: z.union([address, z.literal('native')]),
  symbol: z.string().min(1).max(20),
  decimals: z.int().min(0).max(36),
  /** What it is a claim on; tokens of one asset trade one to one on the float. */
  asset: z.string().min(1).max(20),
  eip2612: z.strictObject({ name: z.string(), version: z.string() }).optional(),
});

const keysSchema = z.union([
  z.strictObject({ keystore: z.string(), password: secretRefSchema }),
  z.strictObject({ spender: secretRefSchema, float: secretRefSchema }),
]);

const railsSchema = z.strictObject({
  include: z.array(z.string()).optional(),
  exclude: z.array(z.string()).optional(),
  /** Settings by rail id; each rail reads its own. */
  settings: z.record(z.string(), z.unknown()).default({}),
});

const serverSchema = z.strictObject({
  host: z.string().default('127.0.0.1'),
  port: z.int().min(0).max(65_535).default(8787),
  basePath: z.string().regex(/^(\/[\w.-]+)*$/, 'wanted "" or a path such as /relay').default(''),
});

const compareSchema = z.strictObject({
  /** From which effective fee on an amount is not worth sending, in percent; above the standard charge of 0.08. */
  thresholdPct: z.number().min(0.1).max(100).default(5),
});

const common = {
  dataDir: z.string().default('data'),
  logLevel: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('warn'),
  server: serverSchema.prefault({}),
  operatorToken: secretRefSchema.optional(),
  rails: railsSchema.prefault({}),
  compare: compareSchema.prefault({}),
};

/** Local chains, keys made on the spot, money of no worth. */
export const devnetConfigSchema = z.strictObject({
  profile: z.literal('devnet'),
  ...common,
  /** Which chains to start; all 22 by default. */
  chainIds: z.array(z.int().positive()).min(1).optional(),
  /** URLs by chain id: a chain that has one is not started. */
  rpcUrls: z.record(z.string().regex(/^[1-9][0-9]*$/), z.array(z.url()).min(1)).default({}),
  /** Chains on which transactions are merged into batches. */
  batching: z.array(z.int().positive()).default([]),
});

/** Real chains and real money: everything is named, nothing is assumed. */
export const mainnetConfigSchema = z.strictObject({
  profile: z.literal('mainnet'),
  ...common,
  chains: z.array(chainSchema).min(1),
  tokens: z.array(tokenSchema).min(1),
  keys: keysSchema,
  revertBudgetWei: digits.default('20000000000000000'),
  clientRevertBudgetWei: digits.default('2000000000000000'),
  /** Most value of accepted, unmined pulls on one chain, in whole dollars. */
  maxOpenPullsUsd: z.int().positive().default(100_000),
});

export const configSchema = z.discriminatedUnion('profile', [devnetConfigSchema, mainnetConfigSchema]);

export type Config = z.infer<typeof configSchema>;
export type DevnetConfig = z.infer<typeof devnetConfigSchema>;
export type MainnetConfig = z.infer<typeof mainnetConfigSchema>;

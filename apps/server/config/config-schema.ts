import { readResolver } from '@interline/adapters/origin-probe';
import { mostCoverRows } from '@interline/core/messaging';
import { usualDeposits } from '@interline/core/switches';
import { evmNodes, standardParBandBps } from '@interline/kernel';
import { z } from 'zod';
import { chainSchema, contract, digits, tokenSchema } from './chain-schema.ts';
import { checkChainPolicies } from './check-chain-policies.ts';
import { checkFloat } from './check-float.ts';
import { checkPlaces } from './check-places.ts';
import { isProxyRange } from './is-proxy-range.ts';
import { pricedTokenSchema } from '../priced-tokens.ts';
import { pricesSchema } from './prices-schema.ts';
import { families } from '../families.ts';
import { checkDeposits, checkFamilies } from './check-families.ts';
import { checkPrivacy } from './check-privacy.ts';
import { passesSchema } from './passes-schema.ts';
import { secretRefSchema } from './secrets.ts';
import { standardOpenPullsShareBps } from '../standard-policy.ts';

const keysSchema = z.union([
  z.strictObject({ keystore: z.string(), password: secretRefSchema }),
  z.strictObject({
    spender: secretRefSchema,
    float: secretRefSchema,
    /** Keys that were in use before, newest first: they finish their routes and send the rest on. */
    former: z
      .array(z.strictObject({ spender: secretRefSchema, float: secretRefSchema }))
      .default([]),
    /** By the id of a family beside EVM: 64 hex digits from which all its keys derive. */
    families: z.record(z.string(), secretRefSchema).default({}),
    /** What keys that the store holds, such as those that sign passes, are sealed with: 64 hex digits. */
    privacy: secretRefSchema.optional(),
  }),
]);

const railsSchema = z.strictObject({
  include: z.array(z.string()).optional(),
  exclude: z.array(z.string()).optional(),
  /** Settings by rail id; each rail reads its own. */
  settings: z.record(z.string(), z.unknown()).default({}),
  /**
   * By rail id and chain id, the contracts that the rail's calls may go to and its approvals be for:
   * `only` these, or `add` these to those of its manifest.
   */
  targets: z
    .record(
      z.string(),
      z.record(
        z.string().regex(/^[1-9][0-9]*$/, 'wanted a chain id such as 8453'),
        z.union([
          z.strictObject({ only: z.array(contract).min(1).max(500) }),
          z.strictObject({ add: z.array(contract).min(1).max(500) }),
        ]),
      ),
    )
    .default({}),
});

const stopNoticeSec = z.int().min(0).max(60);

const serverSchema = z.strictObject({
  host: z.string().default('127.0.0.1'),
  port: z.int().min(0).max(65_535).default(8787),
  basePath: z
    .string()
    .regex(/^(\/[\w.-]+)*$/, 'wanted "" or a path such as /relay')
    .default(''),
  /**
   * Where clients reach it, such as `https://relay.example`. Asked once a minute, at most, for what
   * GET /api/privacy/posture says of the address: whether its answers name an onion, and whether its
   * HTTPS record in DNS has what a client encrypts the name with.
   */
  publicUrl: z.url({ protocol: /^https?$/, error: 'wanted an http or https URL' }).optional(),
  /** Who is asked for that record, such as `192.0.2.53` or `[2001:db8::53]:53`; else the machine's own. */
  resolver: z
    .string()
    .refine(
      (text) => readResolver(text) !== null,
      'wanted the address of a resolver, such as 192.0.2.53 or [2001:db8::53]:53',
    )
    .optional(),
  /**
   * Origins such as `https://app.example` whose scripts may call what changes something; any where
   * left out. What only uses up a pass or a paid invoice of the caller is for any origin.
   */
  executeOrigins: z
    .array(z.string().regex(/^https?:\/\/[^/\s]+$/, 'wanted an origin such as https://app.example'))
    .optional(),
  /**
   * How long it says it is not ready before it takes no connection any more: what a load balancer
   * needs to look elsewhere, and clients to let go of their connections.
   */
  stopNoticeSec: stopNoticeSec.default(0),
  /**
   * Addresses and ranges (10.0.0.0/8) of the proxies in front; only their X-Forwarded-For is
   * believed.
   */
  trustedProxies: z
    .array(
      z
        .string()
        .refine(
          isProxyRange,
          'wanted an address, or a range such as 10.0.0.0/8 that does not hold all addresses',
        ),
    )
    .default([]),
});

const limitsSchema = z.strictObject({
  /** Multiplies every request limit; above 1 only where load is made on purpose. */
  scale: z.int().min(1).default(1),
  /** How many times more a request with a key may ask. */
  keyFactor: z.int().min(1).max(100).default(10),
});

const databaseSchema = z.strictObject({
  /** A PostgreSQL that several instances share, such as postgres://user:password@host/name. */
  url: secretRefSchema,
  /** Where this store lives in it; named after the profile when left out. */
  schema: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,62}$/, 'wanted a lower-case name')
    .optional(),
});

const compareSchema = z.strictObject({
  /**
   * From which effective fee on an amount is not worth sending, in percent; above the standard
   * charge of 0.08.
   */
  thresholdPct: z.number().min(0.1).max(100).default(5),
});

const primitivesSchema = z.strictObject({
  /** Most active schedules and armed conditionals of one client address, and of all. */
  mostPerClient: z.int().positive().default(100),
  mostInAll: z.int().positive().default(1_000),
});

const booksSchema = z.strictObject({
  /** How often chains and books are compared, in seconds. */
  reconcileEverySec: z.int().min(5).max(3_600).default(180),
  /**
   * Payouts and refunds above this many dollars wait while a chain shows less on their account than
   * the books.
   */
  deficitPayoutLimitUsd: z.number().min(0).max(1_000_000_000).default(10),
  /**
   * By chain id: how much coin the chain may take beyond its receipts in a day, in percent of the
   * day's gas. 5 on rollups and 0 elsewhere where left out.
   */
  gasAdjustmentPct: z
    .record(z.string().regex(/^[1-9][0-9]*$/), z.number().min(0).max(100))
    .default({}),
});

const chainId = z.int().positive();

const messagingSchema = z.strictObject({
  /** Left out: the devnet has messages where it has passes, other deployments have none. */
  enabled: z.boolean().optional(),
  /** Days on which a row can be read, the one on which it came included. */
  retentionDays: z.int().min(2).max(365).default(14),
  /** Rows that nobody can open, which the service adds by itself, on average. */
  coverRowsPerDay: z.int().min(0).max(mostCoverRows).default(2_000),
});

const floatSchema = z.strictObject({
  /** What the float is to hold, and when it alarms; an operator's order goes over a target. */
  targets: z
    .array(
      z.strictObject({
        chainId,
        /** A listed token's address or symbol. */
        token: z.string().min(1).max(64),
        /** In the token's smallest units. */
        units: digits,
        /** Alarms where what is free falls below so many percent of the target. */
        alarmBelowPct: z.int().min(1).max(100).default(25),
        /** The same above; never where left out. */
        alarmAbovePct: z.int().min(101).max(100_000).optional(),
      }),
    )
    .default([]),
  /** By chain: alarms where the free coin of one of our accounts falls below so many wei. */
  gas: z.array(z.strictObject({ chainId, alarmBelowWei: digits })).default([]),
  /** Most that a rebalancing may cost, in basis points of what is moved. */
  maxRebalanceCostBps: z.int().min(0).max(1_000).default(30),
});

const solanaSchema = z.strictObject({
  /** An RPC node, for the live facts of quotes; one with a key in it is a secret, to be named. */
  rpcUrl: z.union([z.url({ protocol: /^https?$/ }), secretRefSchema], {
    error: 'wanted an http or https URL, or where one is: { env: NAME }',
  }),
});

const hooksSchema = z.strictObject({
  /**
   * Lets webhooks go to this machine itself: for a receiver that is tried out beside the service.
   */
  allowLoopback: z.boolean().default(false),
});

const privateLaneSchema = z.strictObject({
  enabled: z.boolean(),
  /** Relays that clients may use, the same for all of them. */
  relays: z
    .array(
      z.strictObject({
        url: z.url({ protocol: /^https?$/, error: 'wanted an http or https URL' }),
        region: z.string().min(1).max(64),
        /** Who runs it, by a name that clients can look up. */
        operator: z.string().min(1).max(128),
        /** Whether that is somebody else than who runs this service. */
        independent: z.boolean(),
      }),
    )
    .max(8)
    .default([]),
});

const depositsSchema = z
  .strictObject({
    /** How long a deposit that is seen keeps the price it was accepted at. */
    lockSec: z
      .int()
      .min(60)
      .max(3_600)
      .default(usualDeposits.lockMs / 1_000),
    /** How long after that it may come into its first block; later it has the current price. */
    minedWithinSec: z
      .int()
      .min(0)
      .max(6 * 3_600)
      .default(usualDeposits.minedWithinMs / 1_000),
    /** How long its parts are waited for; then what came goes back. */
    expiresSec: z
      .int()
      .min(600)
      .max(7 * 86_400)
      .default(usualDeposits.expiresMs / 1_000),
    /** Most deposits of one client on a chain that are not paid in full. */
    unpaidPerClient: z.int().min(1).default(usualDeposits.unpaidPerClient),
    /** Most on a chain in all whose lock still runs; from half of it on, one a client. */
    unpaidInAll: z.int().min(1).default(usualDeposits.unpaidInAll),
    /** Most value on a chain, in whole dollars, that may still come at a locked price. */
    lockedUsd: z.int().min(1).default(usualDeposits.lockedUsd),
    /** The part of it that one client may have, in basis points. */
    lockedShareBps: z.int().min(1).max(10_000).default(usualDeposits.lockedShareBps),
  })
  .superRefine(checkDeposits);

const metricsSchema = z.strictObject({
  enabled: z.boolean().default(true),
  /** Apart from the service's own address, since anyone who reaches it may read it. */
  host: z.string().default('127.0.0.1'),
  /**
   * 0 takes any free one. Left out: 9464, or any free one where another service of this machine has
   * that.
   */
  port: z.int().min(0).max(65_535).optional(),
});

const askSchema = z.strictObject({
  /**
   * An endpoint that speaks OpenAI's chat completions, up to and with its version: it words answers
   * whose facts are ours.
   */
  baseUrl: z.url({ protocol: /^https?$/ }),
  model: z.string().min(1),
  apiKey: secretRefSchema.optional(),
});

const operatorName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,31}$/, {
    error: 'wanted a name of at most 32 lower-case letters, digits and dashes',
  })
  .refine((name) => name !== 'operator', {
    error: 'this name is that of operatorToken; choose another',
  });

const common = {
  dataDir: z.string().default('data'),
  logLevel: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('warn'),
  server: serverSchema.prefault({}),
  /** The credential of the operator named `operator`. */
  operatorToken: secretRefSchema.optional(),
  /** Further operators; the audit names who gave each order. */
  operators: z
    .array(z.strictObject({ name: operatorName, token: secretRefSchema }))
    .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, {
      error: 'two operators have one name; each needs its own',
    })
    .default([]),
  /**
   * Left out: the database DATABASE_URL names, or a file in `dataDir` that one process has to
   * itself.
   */
  database: databaseSchema.optional(),
  rails: railsSchema.prefault({}),
  compare: compareSchema.prefault({}),
  /**
   * How far apart, in percent of the lower one, the prices of two tokens of one asset may lie for
   * the float to pay one out for the other.
   */
  parBandPct: z
    .number()
    .min(0.01)
    .max(10)
    .multipleOf(0.01)
    .default(standardParBandBps / 100),
  /**
   * Tokens of chains without a node here, for lanes that are only priced. Left out: on the devnet
   * the coin of each and its dollars, elsewhere none.
   */
  pricedTokens: z.array(pricedTokenSchema).optional(),
  solana: solanaSchema.optional(),
  primitives: primitivesSchema.prefault({}),
  books: booksSchema.prefault({}),
  /** Left out: the devnet has passes, other deployments have none. */
  passes: passesSchema.optional(),
  /** Left out: the devnet has a private lane with a relay of its own, other deployments have none. */
  privateLane: privateLaneSchema.optional(),
  messaging: messagingSchema.prefault({}),
  float: floatSchema.prefault({}),
  hooks: hooksSchema.prefault({}),
  /** Of callers who pay on chains without permits, such as bitcoin. */
  deposits: depositsSchema.prefault({}),
  limits: limitsSchema.prefault({}),
  metrics: metricsSchema.prefault({}),
  ask: askSchema.optional(),
};

const devnetChainId = z.int().refine((id) => evmNodes.some(({ chainId }) => chainId === id), {
  error: `the devnet has no such chain; it has ${evmNodes.map(({ chainId }) => chainId).join(', ')}`,
});

/** Local chains, keys made on the spot, money of no worth. */
const devnetConfigSchema = z.strictObject({
  profile: z.literal('devnet'),
  ...common,
  /** Which chains to start; all 22 by default. */
  chainIds: z.array(devnetChainId).min(1).optional(),
  /** URLs by chain id: a chain that has one is not started. */
  rpcUrls: z
    .record(
      z.string().regex(/^[1-9][0-9]*$/),
      z.array(z.url({ protocol: /^https?$/, error: 'wanted an http or https URL' })).min(1),
    )
    .default({}),
  /** Chains on which transactions are merged into batches. */
  batching: z.array(devnetChainId).default([]),
});

/** Real chains and real money: everything is named, nothing is assumed. */
export const mainnetConfigSchema = z
  .strictObject({
    profile: z.literal('mainnet'),
    ...common,
    server: serverSchema.extend({ stopNoticeSec: stopNoticeSec.default(5) }).prefault({}),
    chains: z.array(chainSchema).min(1),
    tokens: z.array(tokenSchema).min(1),
    /** The network whose addresses `bitcoin` takes. */
    bitcoinNetwork: z.enum(['mainnet', 'testnet', 'regtest']).default('mainnet'),
    keys: keysSchema,
    /** Chains beside EVM that it holds money on; each family's own settings. */
    families: z
      .record(z.string(), z.record(z.string(), z.unknown()))
      .default({})
      .refine((given) => Object.keys(given).every((id) => families.some((one) => one.id === id)), {
        error: `known families are ${families.map(({ id }) => id).join(', ')}`,
      }),
    /** Left out: nothing has a price, and what needs one is refused or left out. */
    prices: pricesSchema.optional(),
    /**
     * Most that reverted pulls may cost a chain in a day, and one client and one payer there: in wei
     * of ether, as much in other coins.
     */
    revertBudgetWei: digits.default('50000000000000000'),
    clientRevertBudgetWei: digits.default('5000000000000000'),
    payerRevertBudgetWei: digits.default('5000000000000000'),
    /** Most that reverted calls of one engine may cost a chain in a day: then it is not taken there. */
    engineRevertBudgetWei: digits.default('50000000000000000'),
    /**
     * How long a transaction waits for each dearer replacement after the first six, which follow each
     * other every 15 seconds; they go on up to the chain's cap.
     */
    slowBumpSec: z.int().min(15).max(86_400).default(600),
    /** Most value of accepted, unmined pulls on one chain, in whole dollars. */
    maxOpenPullsUsd: z.int().positive().default(100_000),
    /** The part of it that one client, or one payer, may take: also the largest single transfer. */
    openPullsShareBps: z.int().min(1).max(10_000).default(standardOpenPullsShareBps),
  })
  .superRefine(checkPlaces)
  .superRefine(checkFamilies)
  .superRefine(checkPrivacy)
  .superRefine(checkChainPolicies)
  .superRefine(checkFloat);

export const configSchema = z.discriminatedUnion('profile', [
  devnetConfigSchema,
  mainnetConfigSchema,
]);

export type Config = z.infer<typeof configSchema>;
export type DevnetConfig = z.infer<typeof devnetConfigSchema>;
export type MainnetConfig = z.infer<typeof mainnetConfigSchema>;

/**
 * Of a config file as it is written, for editors and other tools. What only code can check is left
 * to `interline config check`.
 */
export function configJsonSchema(): Readonly<Record<string, unknown>> {
  return { title: 'Interline deployment', ...z.toJSONSchema(configSchema, { io: 'input' }) };
}

import { mostCoverRows } from '@interline/core/messaging';
import { evmNodes, standardParBandBps } from '@interline/kernel';
import { z } from 'zod';
import { accountsSchema } from './accounts-schema.ts';
import { chainSchema, digits, tokenSchema } from './chain-schema.ts';
import { agentRegistrationSchema } from './agent-registration-schema.ts';
import { checkAccounts } from './check-accounts.ts';
import { checkAgentRegistration } from './check-agent-registration.ts';
import { checkChainPolicies } from './check-chain-policies.ts';
import { checkFloat } from './check-float.ts';
import { checkPlaces } from './check-places.ts';
import { pricedTokenSchema } from '../priced-tokens.ts';
import { pricesSchema } from './prices-schema.ts';
import { families } from '../families.ts';
import { checkFamilies } from './check-families.ts';
import { checkPrivacy } from './check-privacy.ts';
import { depositsSchema } from './deposits-schema.ts';
import { floatSchema } from './float-schema.ts';
import { checkKeys } from './check-keys.ts';
import { keysSchema } from './keys-schema.ts';
import { membershipSchema } from './membership-schema.ts';
import { passesSchema } from './passes-schema.ts';
import { railSettings, railsSchema } from './rails-schema.ts';
import { secretRefSchema } from './secrets.ts';
import { mainnetServerSchema, serverSchema } from './server-schema.ts';
import { standardOpenPullsShareBps } from '../standard-policy.ts';

const limitsSchema = z.strictObject({
  scale: z
    .int()
    .min(1)
    .default(1)
    .describe('Multiplies every request limit; above 1 only where load is made on purpose.'),
  keyFactor: z
    .int()
    .min(1)
    .max(100)
    .default(10)
    .describe('How many times more a request with a key may ask.'),
});

const replicaSchema = z.strictObject({
  url: secretRefSchema.describe(
    'A standby of that PostgreSQL, as its `url`; only reads are asked of it, and the primary answers them where it is down.',
  ),
  maxLagSec: z
    .number()
    .min(1)
    .max(600)
    .default(10)
    .describe('How old, in seconds, what it shows may be; where it lags more, it is not asked.'),
});

const databaseSchema = z.strictObject({
  url: secretRefSchema.describe(
    'A PostgreSQL that several instances share, such as postgres://user:password@host/name.',
  ),
  schema: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,62}$/, 'wanted a lower-case name')
    .optional()
    .describe('The schema in it where this store lives. Left out: named after the profile.'),
  replica: replicaSchema
    .optional()
    .describe(
      'A replica for the public feed, the scorecard, figures of the posture and archived receipts, which may lag. Left out: none.',
    ),
});

const compareSchema = z.strictObject({
  thresholdPct: z
    .number()
    .min(0.1)
    .max(100)
    .default(5)
    .describe(
      'From which effective fee on an amount is not worth sending, in percent; above the standard charge of 0.08.',
    ),
});

const primitivesSchema = z.strictObject({
  mostPerClient: z
    .int()
    .positive()
    .default(100)
    .describe('Most active schedules and armed conditionals of one client address.'),
  mostInAll: z
    .int()
    .positive()
    .default(1_000)
    .describe('Most active schedules and armed conditionals of all clients.'),
});

const booksSchema = z.strictObject({
  reconcileEverySec: z
    .int()
    .min(5)
    .max(3_600)
    .default(180)
    .describe('How often chains and books are compared, in seconds.'),
  deficitPayoutLimitUsd: z
    .number()
    .min(0)
    .max(1_000_000_000)
    .default(10)
    .describe(
      'Payouts and refunds above this many dollars wait while a chain shows less on their account than the books.',
    ),
  gasAdjustmentPct: z
    .record(z.string().regex(/^[1-9][0-9]*$/), z.number().min(0).max(100))
    .default({})
    .describe(
      "By chain id: how much coin the chain may take beyond its receipts in a day, in percent of the day's gas. A chain that is left out: 5 on rollups and 0 elsewhere.",
    ),
});

const retentionSchema = z.strictObject({
  archiveAfterDays: z
    .int()
    .min(2)
    .max(3_650)
    .default(90)
    .describe(
      'How many days after its end a route goes to the archive, which is smaller: it is found by its id and its permit there, and no longer listed.',
    ),
});

const messagingSchema = z.strictObject({
  enabled: z
    .boolean()
    .optional()
    .describe(
      'Whether clients can write to each other. Left out: the devnet has messages where it has passes, other deployments have none.',
    ),
  retentionDays: z
    .int()
    .min(2)
    .max(365)
    .default(14)
    .describe('Days on which a row can be read, the one on which it came included.'),
  coverRowsPerDay: z
    .int()
    .min(0)
    .max(mostCoverRows)
    .default(2_000)
    .describe(
      'Rows that nobody can open, which the service adds by itself: how many a day on average.',
    ),
});

const evidenceSchema = z.strictObject({
  enabled: z
    .boolean()
    .optional()
    .describe(
      'Whether the receipt of each route that ends is signed and logged. Left out: wherever the privacy secret is that its keys are sealed with, which a devnet makes by itself.',
    ),
});

const solanaSchema = z.strictObject({
  rpcUrl: z
    .union([z.url({ protocol: /^https?$/ }), secretRefSchema], {
      error: 'wanted an http or https URL, or where one is: { env: NAME }',
    })
    .describe(
      'An RPC node, for the live facts of quotes; one with a key in it is a secret, to be named.',
    ),
});

const hooksSchema = z.strictObject({
  allowLoopback: z
    .boolean()
    .default(false)
    .describe(
      'Lets webhooks go to this machine itself: for a receiver that is tried out beside the service.',
    ),
});

const privateLaneSchema = z.strictObject({
  enabled: z.boolean().describe('Whether sealed requests through a relay are taken.'),
  relays: z
    .array(
      z.strictObject({
        url: z
          .url({ protocol: /^https?$/, error: 'wanted an http or https URL' })
          .describe('Where clients reach it: an http or https URL.'),
        region: z.string().min(1).max(64).describe('Where it stands, in words for people.'),
        operator: z
          .string()
          .min(1)
          .max(128)
          .describe('Who runs it, by a name that clients can look up.'),
        independent: z
          .boolean()
          .describe('Whether that is somebody else than who runs this service.'),
      }),
    )
    .max(8)
    .default([])
    .describe('Relays that clients may use, the same for all of them.'),
});

const metricsSchema = z.strictObject({
  enabled: z
    .boolean()
    .default(true)
    .describe('Whether metrics are served, and /readyz for supervisors beside them.'),
  host: z
    .string()
    .default('127.0.0.1')
    .describe(
      "The address they are served on; apart from the service's own, since anyone who reaches it may read them.",
    ),
  port: z
    .int()
    .min(0)
    .max(65_535)
    .optional()
    .describe(
      'The port they are served on; 0 takes any free one. Left out: 9464, or any free one where another service of this machine has that.',
    ),
});

const tracingSchema = z.strictObject({
  url: z
    .url({ protocol: /^https?$/, error: 'wanted an http or https URL' })
    .describe(
      'Where a collector takes OTLP over HTTP as JSON, with the path, such as `http://127.0.0.1:4318/v1/traces`.',
    ),
  headers: z
    .record(
      z.string().regex(/^[A-Za-z0-9-]{1,64}$/, 'wanted the name of a header'),
      secretRefSchema,
    )
    .default({})
    .describe('Headers that the collector wants, such as its key, each by reference.'),
  sampleRatio: z
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe(
      'The share of requests that begin a trace, 0 to 1. A request that its caller traces fares as all of that trace do in the same ten minutes, and is left out where its caller leaves it out. No caller can choose an id that is kept, and one that a webhook tells (`tellsReceivers`) is kept for no longer.',
    ),
  tellsReceivers: z
    .boolean()
    .default(false)
    .describe(
      'Whether webhooks carry the `traceparent` of their route. Nobody else outside is ever sent one.',
    ),
});

const askSchema = z.strictObject({
  baseUrl: z
    .url({ protocol: /^https?$/ })
    .describe(
      "An endpoint that speaks OpenAI's chat completions, up to and with its version: it words answers whose facts are ours.",
    ),
  model: z.string().min(1).describe('Which of its models.'),
  apiKey: secretRefSchema.optional().describe('The key it wants. Left out: none is shown.'),
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
  dataDir: z
    .string()
    .default('data')
    .describe('The folder for store and keys; one process at a time has it.'),
  logLevel: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'])
    .default('warn')
    .describe('The least that is logged.'),
  server: serverSchema.prefault({}).describe('Where it listens, and who may ask.'),
  operatorToken: secretRefSchema
    .optional()
    .describe(
      'The credential of the operator named `operator`. Left out, and no other operator named: INTERLINE_OPERATOR_TOKEN where it is set; a devnet else makes one in its data folder.',
    ),
  operators: z
    .array(
      z.strictObject({
        name: operatorName.describe('What the audit calls the operator.'),
        token: secretRefSchema.describe("The operator's credential."),
      }),
    )
    .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, {
      error: 'two operators have one name; each needs its own',
    })
    .default([])
    .describe('Further operators; the audit names who gave each order.'),
  database: databaseSchema
    .optional()
    .describe(
      'A database that several instances share. Left out: the one that DATABASE_URL names, or a file in `dataDir` that one process has to itself.',
    ),
  rails: railsSchema.prefault({}).describe('Which rails there are, and their settings.'),
  compare: compareSchema.prefault({}).describe('How rails are set beside each other.'),
  parBandPct: z
    .number()
    .min(0.01)
    .max(10)
    .multipleOf(0.01)
    .default(standardParBandBps / 100)
    .describe(
      'How far apart, in percent of the lower one, the prices of two tokens of one asset may lie for the float to pay one out for the other.',
    ),
  pricedTokens: z
    .array(pricedTokenSchema)
    .optional()
    .describe(
      'Tokens of chains without a node here, for lanes that are only priced. Left out: on the devnet the coin of each and its dollars, elsewhere none.',
    ),
  solana: solanaSchema
    .optional()
    .describe(
      'A node of Solana. Left out: on the devnet its own, elsewhere quotes come without live facts.',
    ),
  primitives: primitivesSchema.prefault({}).describe('Schedules and conditionals.'),
  books: booksSchema
    .prefault({})
    .describe('The double-entry books, and how they are compared with the chains.'),
  retention: retentionSchema.prefault({}).describe('How long what has ended is kept at hand.'),
  passes: passesSchema
    .optional()
    .describe(
      'Passes, and who watches the log of the keys that sign them. Left out: the devnet has passes, other deployments have none.',
    ),
  privateLane: privateLaneSchema
    .optional()
    .describe(
      'Requests that do not show who asks. Left out: the devnet has a private lane with a relay of its own, other deployments have none.',
    ),
  messaging: messagingSchema
    .prefault({})
    .describe('Messages between clients that the service cannot read.'),
  evidence: evidenceSchema
    .prefault({})
    .describe('Signed receipts, and the log that they stand in.'),
  accounts: accountsSchema
    .optional()
    .describe(
      'Wallets that sign in. Left out: they can on the devnet, and elsewhere where `server.publicUrl` is named.',
    ),
  membership: membershipSchema
    .prefault({})
    .describe('Who is a member. Left out: the devnet has a pass on every chain, others have none.'),
  payments: z
    .strictObject({
      enabled: z
        .boolean()
        .optional()
        .describe(
          'Whether payments of x402 are settled for others, at our cost. Left out: the devnet does, other deployments do not.',
        ),
      settlesPerKey: z
        .int()
        .min(0)
        .default(1_000)
        .describe('Payments that one API key may have settled in a day of UTC.'),
    })
    .prefault({})
    .describe('The x402 facilitator.'),
  sponsor: z
    .strictObject({
      enabled: z
        .boolean()
        .optional()
        .describe(
          'Whether calls of accounts are sent at our cost, for a fee in dollars out of the same batch. Left out: the devnet does, other deployments do not.',
        ),
    })
    .prefault({})
    .describe('Sponsored transactions, on chains with EIP-7702.'),
  agentRegistration: agentRegistrationSchema
    .optional()
    .describe(
      'How it stands in registries of agents (ERC-8004), served at /.well-known/agent-registration.json. Left out: it is in none, and there is no such file.',
    ),
  float: floatSchema.prefault({}).describe('What the float is to hold, and when it alarms.'),
  hooks: hooksSchema.prefault({}).describe('Webhooks.'),
  deposits: depositsSchema
    .prefault({})
    .describe('Deposits of callers who pay on chains without permits, such as bitcoin.'),
  limits: limitsSchema.prefault({}).describe('How much clients may ask.'),
  metrics: metricsSchema.prefault({}).describe('Metrics for Prometheus.'),
  tracing: tracingSchema
    .optional()
    .describe(
      'Traces of the money path for OpenTelemetry. They tell no address, no amount and no route, and nothing of passes or of the private lane. Left out: there are none.',
    ),
  ask: askSchema
    .optional()
    .describe('A language model for the words of /api/ask. Left out: fixed words.'),
};

const devnetChainId = z.int().refine((id) => evmNodes.some(({ chainId }) => chainId === id), {
  error: `the devnet has no such chain; it has ${evmNodes.map(({ chainId }) => chainId).join(', ')}`,
});

/** Local chains, keys made on the spot, money of no worth. */
const devnetConfigSchema = z
  .strictObject({
    profile: z
      .literal('devnet')
      .describe('Local chains, keys made on the spot, money of no worth.'),
    ...common,
    chainIds: z
      .array(devnetChainId)
      .min(1)
      .optional()
      .describe('Which chains to start, by their EIP-155 numbers. Left out: all 22.'),
    rpcUrls: z
      .record(
        z.string().regex(/^[1-9][0-9]*$/),
        z.array(z.url({ protocol: /^https?$/, error: 'wanted an http or https URL' })).min(1),
      )
      .default({})
      .describe('URLs by chain id: a chain that has one is not started.'),
    batching: z
      .array(devnetChainId)
      .default([])
      .describe('Chains on which transactions are merged into batches.'),
    keys: keysSchema
      .optional()
      .describe(
        "The keys of its accounts, to try what a deployment will have, such as a KMS. Left out: keys are made on the spot, in the store's folder.",
      ),
  })
  .superRefine(checkKeys);

/** Real chains and real money: everything is named, nothing is assumed. */
export const mainnetConfigSchema = z
  .strictObject({
    profile: z
      .literal('mainnet')
      .describe('Real chains and real money: everything is named, nothing is assumed.'),
    ...common,
    server: mainnetServerSchema.prefault({}).describe('Where it listens, and who may ask.'),
    chains: z.array(chainSchema).min(1).describe('The EVM chains that it moves money on.'),
    tokens: z.array(tokenSchema).min(1).describe('The tokens that it moves.'),
    bitcoinNetwork: z
      .enum(['mainnet', 'testnet', 'regtest'])
      .default('mainnet')
      .describe('The network whose addresses `bitcoin` takes.'),
    keys: keysSchema.describe(
      'The keys of its accounts: an encrypted keystore, or each by reference, the EVM ones also in a KMS.',
    ),
    families: z
      .record(z.string(), z.record(z.string(), z.unknown()))
      .default({})
      .refine((given) => Object.keys(given).every((id) => families.some((one) => one.id === id)), {
        error: `known families are ${families.map(({ id }) => id).join(', ')}`,
      })
      .describe("Chains beside EVM that it holds money on; each family's own settings."),
    prices: pricesSchema
      .optional()
      .describe(
        'Where prices come from. Left out: nothing has a price, and what needs one is refused or left out.',
      ),
    revertBudgetWei: digits
      .default('50000000000000000')
      .describe(
        'Most that reverted pulls may cost a chain in a day: in wei of ether, as much in other coins.',
      ),
    clientRevertBudgetWei: digits
      .default('5000000000000000')
      .describe('The same for the pulls of one client there, in wei.'),
    payerRevertBudgetWei: digits
      .default('5000000000000000')
      .describe('The same for the pulls of one payer there, in wei.'),
    engineRevertBudgetWei: digits
      .default('50000000000000000')
      .describe(
        'Most that reverted calls of one engine may cost a chain in a day, in wei: then it is not taken there.',
      ),
    slowBumpSec: z
      .int()
      .min(15)
      .max(86_400)
      .default(600)
      .describe(
        "How long a transaction waits for each dearer replacement after the first six, which follow each other every 15 seconds, in seconds; they go on up to the chain's cap.",
      ),
    maxOpenPullsUsd: z
      .int()
      .positive()
      .default(100_000)
      .describe(
        "Most value of accepted, unmined pulls on one chain, in whole dollars. Allowances of agents' mandates that are open have as much beside it, and as much again for those beyond what their wallets held: the relayer's key could be used to take at most three times this there.",
      ),
    openPullsShareBps: z
      .int()
      .min(1)
      .max(10_000)
      .default(standardOpenPullsShareBps)
      .describe(
        'The part of maxOpenPullsUsd that one client, or one payer, may take, in basis points: also the largest single transfer.',
      ),
  })
  .superRefine(checkPlaces)
  .superRefine(checkFamilies)
  .superRefine(checkPrivacy)
  .superRefine(checkAccounts)
  .superRefine(checkAgentRegistration)
  .superRefine(checkKeys)
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
 * Of a config file as it is written, for editors and other tools; with the rails' own settings, by rail
 * id, where they are given. What only code can check is left to `interline config check`.
 */
export function configJsonSchema(
  rails: Readonly<Record<string, object>> | null = null,
): Readonly<Record<string, unknown>> {
  const override = ({ zodSchema, jsonSchema }: Overridden): void => {
    if (rails === null || zodSchema !== railSettings) return;
    Object.assign(jsonSchema, { properties: rails, additionalProperties: false });
    delete jsonSchema.propertyNames;
  };
  return {
    title: 'Interline deployment',
    ...z.toJSONSchema(configSchema, { io: 'input', override }),
  };
}

type Overridden = Parameters<
  NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override']>
>[0];

import { standardParBandBps } from '@interline/kernel';
import { z } from 'zod';
import { pricedTokenSchema } from '../priced-tokens.ts';
import { accountsSchema } from './accounts-schema.ts';
import { agentRegistrationSchema } from './agent-registration-schema.ts';
import { databaseSchema } from './database-schema.ts';
import { depositsSchema } from './deposits-schema.ts';
import { floatSchema } from './float-schema.ts';
import { membershipSchema } from './membership-schema.ts';
import { messagingSchema } from './messaging-schema.ts';
import { passesSchema } from './passes-schema.ts';
import { privateLaneSchema } from './private-lane-schema.ts';
import { railsSchema } from './rails-schema.ts';
import { secretRefSchema } from './secrets.ts';
import { serverSchema } from './server-schema.ts';
import { metricsSchema, tracingSchema } from './telemetry-schema.ts';

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

/** The fields that a deployment has in every profile. */
export const commonFields = {
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

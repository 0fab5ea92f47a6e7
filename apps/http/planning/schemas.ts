import * as z from 'zod';
import { bucketHours } from '@interline/core/planning';
import { goals } from '@interline/core/transfer';
import { answerFields, recordId, requestFields } from '../server/schemas/fields.ts';
import { executeBody } from '../transfer/execute/schemas.ts';

const wantedSources = '1 to 10 sources, each {chain, token, amount}';
const wantedGoal = goals.map((goal) => `"${goal}"`).join(', ');
const wantedBps = 'a whole number of basis points from 0 to 10000';
const wantedSeconds = 'a whole number of seconds from 1 to 604800';
const wantedTime = 'epoch milliseconds';
const wantedHours = `a whole number of hours from ${bucketHours} to 720`;
const wantedChains = '1 to 32 EVM chain ids';
const wantedPlan = 'the id that POST /api/plan returned';

const destination = z.strictObject(
  {
    chain: requestFields.chain,
    token: requestFields.token.meta({
      description: 'symbol or address, or "native" for the chain\'s own coin',
    }),
    amount: requestFields.amount.optional().meta({
      description:
        "digits, the destination token's smallest units: what should arrive; left out, as much as the sources bring",
    }),
    address: requestFields.address.meta({ description: 'the recipient' }),
  },
  { error: 'an object {chain, token, amount, address}' },
);

const source = z.strictObject(
  {
    chain: requestFields.chain,
    token: requestFields.token.optional(),
    amount: requestFields.amount.meta({
      description: "digits, the source token's smallest units: the most that may be taken",
    }),
  },
  { error: 'an object {chain, token, amount}' },
);

const constraints = z.strictObject(
  {
    maxFeeBps: z
      .int({ error: wantedBps })
      .min(0, { error: wantedBps })
      .max(10_000, { error: wantedBps })
      .optional()
      .meta({ description: 'what each leg may lose against par, all in' }),
    maxSeconds: z
      .int({ error: wantedSeconds })
      .min(1, { error: wantedSeconds })
      .max(604_800, { error: wantedSeconds })
      .optional()
      .meta({ description: 'how long each leg may take' }),
    minOut: requestFields.minOut.optional().meta({
      description: 'what all legs together must promise; to.amount when left out, if there is one',
    }),
    excludeRails: requestFields.rails.optional(),
    allowSplit: requestFields.flag.optional().meta({
      description: 'true: several sources may each bring a part; one leg may then fail alone',
    }),
    deadline: z
      .int({ error: wantedTime })
      .positive({ error: wantedTime })
      .optional()
      .meta({ description: `${wantedTime} by which every leg should have arrived` }),
  },
  { error: 'an object of constraints' },
);

/** Strict: a constraint with a typo would not hold. */
export const planBody = z.strictObject({
  to: destination,
  from: z
    .array(source, { error: wantedSources })
    .min(1, { error: wantedSources })
    .max(10, { error: wantedSources })
    .meta({ description: wantedSources }),
  goal: z
    .enum(goals, { error: wantedGoal })
    .optional()
    .meta({ description: `${wantedGoal}; max-output when left out` }),
  constraints: constraints.optional(),
  account: requestFields.address
    .optional()
    .meta({ description: "the payer on EVM chains, for the payer's own price" }),
  pass: requestFields.pass.optional(),
});

export type PlanWire = z.output<typeof planBody>;

const side = z.object({
  chain: answerFields.chain,
  token: answerFields.token,
  symbol: answerFields.symbol,
});

const leg = z.object({
  from: side.extend({ amount: answerFields.sourceUnits }),
  rail: answerFields.offer,
  estOut: answerFields.destUnits,
  minOut: answerFields.destUnits,
  fee: answerFields.sourceUnits,
  feeBps: z.int().meta({ description: 'everything it loses against par, rounded up' }),
  etaSeconds: z.number().min(0),
  execute: executeBody.meta({
    description:
      'for POST /api/agent/do once fromAddress is added, for POST /api/route/execute once permit2 is; from bitcoin, for either unchanged',
  }),
});

const namedSource = z.object({
  chain: z.union([z.number(), z.string()]),
  token: z.string().optional(),
  amount: answerFields.sourceUnits,
});

export const rejection = z.object({
  from: namedSource.meta({ description: 'the source as it was sent' }),
  rail: answerFields.offer.nullable(),
  code: z.string().meta({
    description:
      'of GET /api/errors, or FEE_ABOVE_MAX, SLOWER_THAN_MAX, PAST_DEADLINE, PRICE_ONLY for an offer that has a price',
  }),
  reason: z.string(),
});

export const planAnswer = z
  .object({
    id: z.string().meta({ examples: ['plan_00000000000000000000000000000000'] }),
    expiresAt: z.int().meta({ description: 'epoch milliseconds; nothing is reserved until then' }),
    goal: z.enum(goals),
    to: side.extend({ address: z.string() }),
    legs: z
      .array(leg)
      .meta({ description: 'each a separate transfer, in any order; one may fail alone' }),
    total: z.object({
      in: z
        .array(side.extend({ amount: answerFields.sourceUnits }))
        .meta({ description: 'what the legs take of each token, to the unit' }),
      estOut: answerFields.destUnits,
      minOut: answerFields.destUnits,
      feeBps: z.int(),
      etaSeconds: z.number().min(0),
    }),
    alternatives: z
      .array(leg)
      .meta({ description: 'what each of the other usable sources would bring, taken whole' }),
    rejected: z.array(rejection),
    offer: z.string().nullable().meta({
      description:
        "a JWS of type interline-plan+jwt over {planId, legsHash, minOut[], fee[], exp} by a key of /.well-known/jwks.json; legsHash is SHA-256 in hex of the legs' execute bodies as one array in RFC 8785 form. Null where the service signs nothing",
    }),
    note: z.string(),
  })
  .meta({ id: 'TransferPlan' });

export const planParams = recordId('plan', 'POST /api/plan');

export const corridorQuery = z.object({
  from: requestFields.chain,
  to: requestFields.chain,
  token: requestFields.token.meta({ description: 'the symbol of both sides' }),
  hours: z
    .string({ error: wantedHours })
    .regex(/^[1-9][0-9]{0,2}$/, { error: wantedHours })
    .transform(Number)
    .refine((hours) => hours >= bucketHours && hours <= 720, { error: wantedHours })
    .optional()
    .meta({ description: `${wantedHours}; 168 when left out` }),
});

export const corridorAnswer = z
  .object({
    bucketHours: z.int(),
    buckets: z
      .array(
        z.object({
          at: z.int().meta({ description: 'its start, in epoch milliseconds' }),
          p50FeeBps: z.int().nullable(),
          p50Seconds: z.number().nullable(),
          p95Seconds: z.number().nullable(),
          okRate: z.number().min(0).max(1),
          n: z.int().min(10),
        }),
      )
      .meta({
        description:
          'the oldest first, without those of fewer than ten transfers and the current one',
      }),
  })
  .meta({ id: 'CorridorHistory' });

export const balancesBody = z.strictObject({
  account: requestFields.address.meta({ description: 'an EVM account' }),
  chains: z
    .array(requestFields.chain, { error: wantedChains })
    .min(1, { error: wantedChains })
    .max(32, { error: wantedChains })
    .meta({ description: wantedChains }),
  pass: requestFields.pass.optional(),
});

export const balancesAnswer = z
  .object({
    items: z.array(
      z.object({
        chainId: answerFields.chain,
        token: answerFields.token,
        symbol: answerFields.symbol,
        amount: answerFields.units,
        pullable: z.enum(['permit2', '2612', '3009', 'none']).meta({
          description:
            'what moves all of it: a permit alone, one with an EIP-2612 permit, or an approval of Permit2 first (none)',
        }),
        permit2Allowance: answerFields.units.meta({
          description: 'what Permit2 may still take of the token, smallest units, digits',
        }),
      }),
    ),
    unread: z
      .array(answerFields.chain)
      .meta({ description: 'chains that did not answer in time, or not in full' }),
  })
  .meta({ id: 'PlanBalances' });

export const callsBody = z.strictObject({
  planId: z
    .string({ error: wantedPlan })
    .regex(/^plan_[0-9a-f]{32}$/, { error: wantedPlan })
    .meta({ description: wantedPlan }),
  chain: requestFields.chain
    .optional()
    .meta({ description: 'needed where the legs come from several EVM chains' }),
  pass: requestFields.pass.optional(),
});

const quantity = z
  .string()
  .regex(/^0x(0|[1-9a-f][0-9a-f]*)$/)
  .meta({ examples: ['0x2105'] });

export const callsAnswer = z
  .object({
    version: z.literal('2.0.0'),
    chainId: quantity,
    from: answerFields.evmAddress
      .optional()
      .meta({ description: "the plan's account, if it has one" }),
    atomicRequired: z.boolean(),
    calls: z
      .array(
        z.object({
          to: answerFields.evmAddress,
          value: quantity,
          data: z
            .string()
            .regex(/^0x([0-9a-f]{2})*$/)
            .meta({ description: 'approve(address,uint256)', examples: ['0x095ea7b3'] }),
        }),
      )
      .meta({ description: 'approvals of Permit2; none where it may already take as much' }),
  })
  .meta({ id: 'WalletSendCalls' });

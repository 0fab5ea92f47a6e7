import * as z from 'zod';
import { goals } from '@interline/core/transfer';
import { parseJsonText } from '../../server/body/parse-json.ts';
import { answerFields, requestFields } from '../../server/schemas/fields.ts';
import { executeBody } from '../execute/schemas.ts';

const wantedSources = '1 to 10 sources, each {chain, token, amount}';
const wantedSourcesText = `a JSON array of ${wantedSources}`;
const wantedGoal = goals.map((goal) => `"${goal}"`).join(', ');

const source = z.object(
  {
    chain: requestFields.chain,
    token: requestFields.token.optional(),
    amount: requestFields.amount.optional().meta({
      description: "digits, the source token's smallest units; the shared amount when left out",
    }),
  },
  { error: 'an object {chain, token, amount}' },
);

const sources = z
  .array(source, { error: wantedSources })
  .min(1, { error: wantedSources })
  .max(10, { error: wantedSources })
  .meta({ description: wantedSources });

const shared = {
  toChain: requestFields.chain,
  toToken: requestFields.token.meta({
    description: 'symbol or address, or "native" for the chain\'s own coin',
  }),
  goal: z
    .enum(goals, { error: wantedGoal })
    .optional()
    .meta({ description: `${wantedGoal}; max-output when left out` }),
  amount: requestFields.amount
    .optional()
    .meta({ description: 'for the sources that name none of their own' }),
  toAddress: requestFields.address
    .optional()
    .meta({ description: 'recipient, echoed into plan.execute' }),
};

/** Takes and ignores keys it does not know: a plan moves nothing. */
export const intentRequestBody = z.object({
  ...shared,
  from: sources,
  pass: requestFields.pass.optional(),
});

const sourcesText = z.string({ error: wantedSourcesText }).transform((text, context) => {
  try {
    return parseJsonText(text, 'from');
  } catch {
    context.addIssue({ code: 'custom', message: wantedSourcesText });
    return z.NEVER;
  }
});

export const intentRequestQuery = z.object({
  ...shared,
  from: sourcesText.pipe(sources).meta({ description: `${wantedSourcesText}, url-encoded` }),
});

/** What both forms come to. */
export type IntentRequestWire = Omit<z.output<typeof intentRequestBody>, 'pass'>;
export type SourceWire = z.output<typeof source>;

const from = z.object({
  chain: answerFields.chain,
  token: answerFields.token,
  symbol: answerFields.symbol,
  amount: answerFields.sourceUnits,
});

const option = {
  from,
  rail: z.string().meta({ examples: ['floatlane'] }),
  estOut: answerFields.destUnits,
  minOut: answerFields.destUnits,
  qualityScore: z.int().min(0).max(100),
  effectiveFeePct: z.number(),
  etaSeconds: z.number().min(0),
};

const plan = z.object({
  ...option,
  execute: executeBody.meta({
    description:
      'for POST /api/agent/do once fromAddress is added, for POST /api/route/execute once permit2 is; from bitcoin, for either unchanged',
  }),
});

const alternative = z.object({
  ...option,
  quoteOnly: z
    .boolean()
    .meta({ description: 'a price that cannot be executed; `reason` says why' }),
  reason: z.string().optional(),
  execute: executeBody
    .optional()
    .meta({ description: 'where one signed permit or one deposit would execute it' }),
});

/** A source as it was sent, where its chain or token is not known. */
const unknownFrom = z.object({
  chain: z.union([z.number(), z.string()]),
  token: z.string().optional(),
});

const skipped = z.object({
  index: z.int().min(0).meta({ description: 'its place among the sources' }),
  from: z.union([from, unknownFrom]),
  reason: z.string(),
  errorCode: z.string(),
});

export const intentPlanAnswer = z
  .object({
    goal: z.enum(goals),
    to: z.object({
      chain: answerFields.chain,
      token: answerFields.token,
      symbol: answerFields.symbol,
    }),
    plan: plan.nullable().meta({ description: 'the winner; null where nothing can be executed' }),
    alternatives: z.array(alternative).meta({
      description: "the other sources in the goal's order, those that only have a price last",
    }),
    skipped: z.array(skipped),
    sourcesConsidered: z
      .int()
      .meta({ description: 'sources in the request, skipped ones included' }),
    note: z.string(),
  })
  .meta({ id: 'IntentPlan' });

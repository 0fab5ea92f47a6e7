import { goals } from '@interline/core/transfer';
import { answerFields as field } from '../server/schemas/answer-fields.ts';
import { executeBody } from './execute-body-schema.ts';
import * as z from 'zod';

const from = z.object({
  chain: field.chain,
  token: field.token,
  symbol: field.symbol,
  amount: field.sourceUnits,
});

const option = {
  from,
  rail: z.string().meta({ examples: ['floatlane'] }),
  estOut: field.destUnits,
  minOut: field.destUnits,
  qualityScore: z.int().min(0).max(100),
  effectiveFeePct: z.number(),
  etaSeconds: z.number().min(0),
};

const plan = z.object({
  ...option,
  execute: executeBody.meta({
    description:
      'for POST /api/agent/do once fromAddress is added, for POST /api/route/execute once permit2 is',
  }),
});

const alternative = z.object({
  ...option,
  quoteOnly: z
    .boolean()
    .meta({ description: 'a price that cannot be executed; `reason` says why' }),
  reason: z.string().optional(),
  execute: executeBody.optional().meta({ description: 'where one signed permit would execute it' }),
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
    to: z.object({ chain: field.chain, token: field.token, symbol: field.symbol }),
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

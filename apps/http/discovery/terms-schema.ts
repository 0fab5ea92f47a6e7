import * as z from 'zod';
import { recentLimit } from '@interline/core/discovery';
import { answerFields as field } from '../server/schemas/answer-fields.ts';

const step = z.object({
  words: z.string(),
  below: z
    .string()
    .nullable()
    .meta({ description: 'where the next step begins; null for the last one' }),
});

/** Everything a client may rely on, out of the tables that the service goes by. */
export const termsAnswer = z
  .object({
    versions: z.object({
      interface: z.string(),
      rails: z.array(z.object({ rail: z.string(), version: z.string(), api: z.string() })),
    }),
    fees: z.object({
      standardBps: z
        .int()
        .min(0)
        .meta({ description: "the service's standard charge on what is moved" }),
      guardPct: z
        .number()
        .min(0)
        .meta({ description: 'from which effective fee on a comparison warns, in percent' }),
    }),
    rails: z.array(
      z.object({
        rail: z.string(),
        title: z.string(),
        ways: z.array(z.string()),
        broadcast: z
          .enum(['by-default', 'opt-in'])
          .meta({ description: 'opt-in: only with live: true' }),
        minOut: z.enum(['enforced', 'passed-on']).meta({
          description: 'who keeps to minOut: the service itself, or the engine it is passed on to',
        }),
        simulated: z.boolean(),
      }),
    ),
    limits: z.object({
      requests: z.array(
        z.object({
          method: z.string(),
          path: z.string(),
          name: z.string(),
          requests: z.int().min(1),
          perSeconds: z.int().min(1),
        }),
      ),
      bodyBytes: z.int().min(1),
      keyFactor: z
        .int()
        .min(1)
        .meta({ description: 'how many times more a request with a key may ask' }),
      recent: z.object({
        standard: z.literal(recentLimit.standard),
        most: z.literal(recentLimit.most),
      }),
      slippage: z.object({ standard: z.number(), most: z.number() }),
      permitSeconds: z
        .object({ suggested: z.int(), least: z.int(), most: z.int() })
        .meta({ description: "what may be left until a permit's deadline, by chain time" }),
      maxOpenPullsUsd: z
        .int()
        .meta({ description: 'value of accepted, unmined pulls on one chain' }),
    }),
    finality: z.array(
      z.object({
        chain: field.chain,
        name: z.string(),
        tiers: z.array(z.object({ upToUsd: z.number(), confirmations: z.int() })),
        confirmations: z.int().meta({ description: 'above the last tier' }),
        finalDepth: z
          .int()
          .meta({ description: 'until this depth a mined transaction is watched for reorgs' }),
      }),
    ),
    refunds: z.object({
      errorCode: z.string(),
      meaning: z.string(),
      suggestedAction: z.string(),
      retrySeconds: z.number(),
    }),
    quoteOnly: z.array(
      z.object({
        node: z.string(),
        side: z.enum(['source', 'destination']),
        quotable: z.boolean(),
        reason: z.string(),
      }),
    ),
    privacy: z.object({
      recentRoutes: z.object({
        shows: z.array(z.string()),
        sizes: z.array(step).meta({ description: 'below: whole tokens' }),
        ages: z.array(step).meta({ description: 'below: seconds' }),
      }),
    }),
  })
  .meta({ id: 'Terms' });

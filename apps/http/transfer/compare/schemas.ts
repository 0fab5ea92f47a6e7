import * as z from 'zod';
import { answerFields as field, requestFields } from '../../server/schemas/fields.ts';
import { feeBasis, feePct, fees, needsLive } from '../quote/schemas.ts';

/**
 * One engine that was asked. Where it gave no price every figure is zero, and `errorCode` and
 * `reason` say why.
 */
const comparedQuote = z.object({
  rail: z.string().meta({ examples: ['floatlane'] }),
  ok: z.boolean(),
  estOut: field.destUnits,
  etaSeconds: z
    .number()
    .min(0)
    .meta({ description: 'expected, from the accepted order to the delivery' }),
  best: z.boolean().meta({ description: 'true on one at most' }),
  effectiveFeePct: feePct,
  effectiveFeeBasis: feeBasis.optional(),
  qualityScore: z
    .int()
    .min(0)
    .max(100)
    .meta({ description: "output up to 60, time up to 20, the way's own record up to 20" }),
  needsLive,
  quoteOnly: z
    .boolean()
    .meta({ description: 'a price that cannot be executed; `reason` says why' }),
  bridge: z.string().optional(),
  minOut: field.destUnits.optional(),
  fee: field.units
    .optional()
    .meta({ description: "the service's whole charge, in the source token's smallest units" }),
  fees: fees.optional(),
  errorCode: z.string().optional(),
  reason: z.string().optional(),
  retryAfterMs: field.retryAfterMs.optional(),
  minInput: field.units
    .optional()
    .meta({ description: "the least this way would take, in the source token's smallest units" }),
});

const guard = z.object({
  ok: z.boolean().meta({
    description: 'false when nothing is priced or the best way loses more than the threshold',
  }),
  effectiveFeePct: feePct,
  effectiveFeeBasis: feeBasis.optional(),
  thresholdPct: z.number().meta({ examples: [5] }),
  recommendedMinInput: field.units.meta({
    description:
      "from this input on the best way prices the transfer and its fee is worth paying, in the source token's smallest units",
    examples: ['3902440'],
  }),
});

const firstParty = z.object({
  rail: z.string().meta({
    description: 'the way that pays out of the service\'s own inventory; "" where none was asked',
  }),
  estOut: field.destUnits,
  bestThirdParty: z.object({ rail: field.offer, estOut: field.destUnits }).nullable(),
  advantageBps: z.int().meta({
    description:
      'how much more it delivers than the best third party, rounded down; 0 where either has no price',
  }),
  cheaper: z.boolean(),
});

export const compareAnswer = z
  .object({
    lane: z.object({
      fromChain: z.string().meta({ examples: ['8453'] }),
      toChain: z.string().meta({ examples: ['42161'] }),
      applicableRails: z
        .array(z.string())
        .meta({ description: 'every way that was asked, best first' }),
      estOutUnit: z.string().meta({ examples: ['USDC (6 decimals)'] }),
    }),
    quotes: z.array(comparedQuote),
    best: z.string().meta({ description: 'the best way; "" where none gave a price' }),
    comparedRails: z.int().meta({ description: 'ways that gave a price' }),
    railsAttempted: z.int().meta({ description: 'ways that were asked' }),
    guard,
    cached: z.boolean().meta({ description: 'made for an earlier request, at most 12 s ago' }),
    firstParty,
  })
  .meta({ id: 'CompareResult' });

export const scorecardQuery = z.object({
  rail: requestFields.railName.optional().meta({ description: 'one rail; all when left out' }),
  fromChain: requestFields.chain.optional(),
  toChain: requestFields.chain.optional(),
});

export type ScorecardQueryWire = z.output<typeof scorecardQuery>;

const rate = z.number().min(0).max(100);

const score = {
  samples: z.int().min(1).meta({ description: 'transfers that ended in the window' }),
  missRatePct: rate.meta({
    description: 'of those delivered, how many brought less than was quoted; percent, rounded up',
    examples: [1.25],
  }),
  failRatePct: rate.meta({
    description:
      'of all, how many were refunded, arrived below what was agreed or in another token; percent, rounded up',
    examples: [0.5],
  }),
  medianSeconds: z
    .number()
    .min(0)
    .nullable()
    .meta({ description: 'from the accepted order to the delivery' }),
};

const laneScore = z.object({
  fromChain: field.chain,
  toChain: field.chain,
  ...score,
  quotedToDelivered: z
    .number()
    .min(0)
    .nullable()
    .meta({
      description:
        'average of delivered over quoted, in bps, rounded down; null where nothing arrived',
      examples: [9_998.5],
    }),
});

export const scorecardAnswer = z
  .object({
    window: z.string().meta({ examples: ['30d'] }),
    rails: z.array(
      z.object({
        rail: z.string(),
        ...score,
        times: z
          .array(z.object({ upToSeconds: z.int().min(1).nullable(), count: z.int().min(0) }))
          .meta({
            description:
              'how many deliveries took at most so long, and longer than the step before; the last step has no end',
          }),
        lanes: z.array(laneScore),
      }),
    ),
    note: z.string(),
  })
  .meta({ id: 'Scorecard' });

import * as z from 'zod';
import { answerFields as field } from '../server/schemas/answer-fields.ts';
import { requestFields } from '../server/schemas/request-fields.ts';

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
    rails: z.array(z.object({ rail: z.string(), ...score, lanes: z.array(laneScore) })),
    note: z.string(),
  })
  .meta({ id: 'Scorecard' });

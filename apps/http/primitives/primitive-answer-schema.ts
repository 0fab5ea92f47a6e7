import { conditionalStatuses, scheduleStatuses } from '@interline/core/primitives';
import { answerFields as field } from '../server/schemas/answer-fields.ts';
import { conditionWire } from './primitive-request-schema.ts';
import * as z from 'zod';

const epochMs = z.int().meta({ description: 'epoch milliseconds', examples: [1_763_600_000_000] });

const route = z.object({
  fromChain: field.chain,
  fromToken: field.token,
  fromSymbol: field.symbol,
  toChain: field.chain,
  toToken: field.token,
  toSymbol: field.symbol,
  amount: field.sourceUnits,
  toAddress: z.string(),
});

/** What a rehearsal found, or the route a live run started, or why there was none. */
const outcome = {
  ok: z.boolean(),
  rail: z.string().optional(),
  bridge: z.string().optional(),
  estOut: field.destUnits.optional(),
  minOut: field.destUnits.optional(),
  fee: field.sourceUnits.optional(),
  etaSeconds: z.number().optional(),
  routeId: z.string().optional(),
  track: z.string().optional(),
  errorCode: z.string().optional(),
  error: z.string().optional(),
};

const run = z.object({
  tick: z.int().min(0).meta({ description: 'its place in the record, from 0' }),
  dueAt: epochMs,
  at: epochMs,
  simulated: z.boolean(),
  ...outcome,
});

const common = {
  live: z.boolean(),
  warnings: z.array(z.string()),
  note: z.string(),
  created: epochMs,
};

const ticking = {
  ...common,
  route,
  runs: z.array(run).meta({ description: 'the newest 100, the oldest first' }),
  reason: z.string().optional().meta({ description: 'why it failed' }),
};

export const batchAnswer = z
  .object({
    id: z
      .string()
      .regex(/^batch_/)
      .meta({ examples: ['batch_0123456789abcdef0123456789abcdef'] }),
    status: z.literal('planned'),
    legs: z.array(route.extend(outcome)),
    ...common,
  })
  .meta({ id: 'BatchResult' });

export const scheduleAnswer = z
  .object({
    id: z
      .string()
      .regex(/^sched_/)
      .meta({ examples: ['sched_0123456789abcdef0123456789abcdef'] }),
    status: z.enum(scheduleStatuses),
    everySeconds: z.int().nullable().meta({ description: 'null for one run' }),
    count: z.int().nullable().meta({ description: 'null: until cancelled' }),
    remaining: z
      .int()
      .nullable()
      .meta({ description: 'runs still to come; null: until cancelled' }),
    nextRunAt: epochMs.nullable(),
    ...ticking,
  })
  .meta({ id: 'ScheduleResult' });

export const conditionalAnswer = z
  .object({
    id: z
      .string()
      .regex(/^cond_/)
      .meta({ examples: ['cond_0123456789abcdef0123456789abcdef'] }),
    status: z.enum(conditionalStatuses),
    when: conditionWire,
    ...ticking,
  })
  .meta({ id: 'ConditionalResult' });

export const cancelledAnswer = z
  .object({ id: z.string(), status: z.literal('cancelled') })
  .meta({ id: 'PrimitiveCancelled' });

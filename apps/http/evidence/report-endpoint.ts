import * as z from 'zod';
import { usdOf } from '../books/present.ts';
import { defineEndpoint } from '../server/endpoint.ts';
import { readLimit } from '../server/limits/request-limit.ts';
import { utcDay, wantedUtcDay } from './schemas.ts';

const wantedDay = `${wantedUtcDay}, two days ago or earlier`;
const cell = z.int().min(0).nullable().meta({
  description: 'null where it counts fewer than ten routes, or would reveal such a figure',
});
const seconds = z.number().min(0).nullable();

const dollars = z
  .string()
  .meta({ description: 'dollars, to two digits, rounded down', examples: ['120000.000000'] });

const dailyReport = z
  .object({
    day: utcDay,
    outcomes: z.array(
      z.object({ outcome: z.enum(['delivered', 'missed', 'failed']), routes: cell }),
    ),
    lanes: z.array(
      z.object({
        from: z.string().meta({ description: 'a family of chains, such as eip155' }),
        to: z.string(),
        routes: cell,
        p50Seconds: seconds,
        p95Seconds: seconds,
      }),
    ),
    refunds: z
      .object({
        routes: cell,
        p50Seconds: seconds,
        held: cell.meta({ description: 'held for their payers when the report was made' }),
      })
      .nullable()
      .meta({
        description: 'of routes that did not deliver what was agreed; null in older reports',
      }),
    money: z
      .object({ volumeUsd: dollars, feesUsd: dollars, gasUsd: dollars })
      .nullable()
      .meta({ description: 'null for fewer than ten routes, and in older reports' }),
    logSize: z
      .int()
      .min(0)
      .nullable()
      .meta({ description: 'entries of the log of receipts when the report was made' }),
    mergeDelayMaxMinutes: z.int().min(0).nullable().meta({
      description:
        'the longest time a receipt of the day waited for the log, in whole minutes begun; null where there is none, and in older reports',
    }),
    incidents: z
      .object({
        pauses: z
          .array(
            z.object({
              scope: z.string().meta({
                description: 'the part in which nothing new was accepted',
                examples: ['service', 'chain:8453'],
              }),
              state: z.enum(['paused', 'draining']).meta({
                description: 'draining: routes under way went on',
              }),
              minutes: z.int().min(1).meta({ description: 'of that day; a begun minute counts' }),
            }),
          )
          .meta({ description: 'ordered by operators' }),
        restarts: z.int().min(0).meta({
          description: 'stopped accounts of the service that an operator let run again on that day',
        }),
        endsTakenBack: cell.meta({
          description: 'routes that ended again after a reorg had taken their end back',
        }),
      })
      .nullable()
      .meta({ description: 'null in older reports' }),
  })
  .meta({ id: 'DailyReport' });

export const reportEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/transparency/report',
  summary:
    'How the routes of a day ended and how long they took, a day late and without small figures.',
  limit: readLimit('reserves', 30),
  request: {
    query: z.object({
      day: utcDay.meta({ description: wantedDay, examples: ['2026-11-23'] }),
    }),
  },
  example: { day: '2026-11-23' },
  response: dailyReport,
  errors: ['MISSING_FIELD', 'EVIDENCE_DISABLED', 'UNKNOWN_RECORD', 'STORE_DOWN'],
  async handle({ query: { day }, deps }) {
    const { evidence } = deps.useCases;
    evidence.assertEnabled();
    const { outcomes, lanes, money, incidents, ...others } = await evidence.readReport(day);
    return {
      ...others,
      outcomes: outcomes.map((one) => ({ ...one })),
      lanes: lanes.map((one) => ({ ...one })),
      incidents:
        incidents === null
          ? null
          : { ...incidents, pauses: incidents.pauses.map((one) => ({ ...one })) },
      money:
        money === null
          ? null
          : {
              volumeUsd: usdOf(money.volumeMicroUsd),
              feesUsd: usdOf(money.feesMicroUsd),
              gasUsd: usdOf(money.gasMicroUsd),
            },
    };
  },
});

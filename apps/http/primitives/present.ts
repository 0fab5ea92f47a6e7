import type {
  Batch,
  Conditional,
  PrimitiveRun,
  PrimitiveTerms,
  RunOutcome,
  Schedule,
  TickingPrimitive,
} from '@interline/core/primitives';
import { presentAddress } from '../server/present/present-address.ts';
import { presentFamilyFields } from '../transfer/family-fields.ts';
import { presentTransfer } from '../transfer/route-request.ts';
import type { batchResponse, conditionalResponse, scheduleResponse } from './schemas.ts';
import type * as z from 'zod';

type BatchWire = z.input<typeof batchResponse>;
type ScheduleWire = z.input<typeof scheduleResponse>;
type ConditionalWire = z.input<typeof conditionalResponse>;
type TickingWire = Pick<
  ScheduleWire,
  'route' | 'runs' | 'reason' | 'live' | 'warnings' | 'note' | 'created'
>;
type OutcomeWire = Omit<BatchWire['legs'][number], keyof TickingWire['route']>;

export function presentBatch(batch: Batch, basePath: string): BatchWire {
  return {
    id: batch.id,
    status: batch.status,
    live: batch.live,
    legs: batch.legs.map(({ terms, outcome }) => ({
      ...presentRoute(terms),
      ...presentOutcome(outcome, basePath),
    })),
    warnings: [...batch.warnings],
    note: 'planned and stored; nothing is sent. Prices are of the moment it was made',
    created: batch.createdAtMs,
  };
}

export function presentSchedule(schedule: Schedule, basePath: string): ScheduleWire {
  const { grid, ticks } = schedule;
  return {
    id: schedule.id,
    status: schedule.status,
    everySeconds: grid.everyMs === null ? null : grid.everyMs / 1_000,
    count: grid.count,
    remaining: grid.count === null ? null : grid.count - ticks,
    nextRunAt: schedule.nextRunAtMs,
    ...presentTicking(
      schedule,
      basePath,
      "the id is the only key to this schedule; a missed run is made up for, one by one, and the next is due by the schedule's own times",
    ),
  };
}

export function presentConditional(conditional: Conditional, basePath: string): ConditionalWire {
  const { when } = conditional;
  return {
    id: conditional.id,
    status: conditional.status,
    when: {
      type: when.type,
      ...(when.type === 'timeAfter' ? {} : { asset: when.asset }),
      value: when.value,
    },
    ...presentTicking(
      conditional,
      basePath,
      when.type === 'timeAfter'
        ? 'the id is the only key to this conditional; it fires once, at that time or as soon as possible after it'
        : 'the id is the only key to this conditional; it fires once, after two fresh prices that were observed 10 to 60 s apart are strictly beyond the value',
    ),
  };
}

function presentTicking(record: TickingPrimitive, basePath: string, note: string): TickingWire {
  return {
    route: presentRoute(record.terms),
    runs: record.runs.map((run) => presentRun(run, basePath)),
    live: record.live,
    warnings: [...record.warnings],
    note,
    created: record.createdAtMs,
    ...(record.reason === null ? {} : { reason: record.reason }),
  };
}

function presentRoute({ quote }: PrimitiveTerms): TickingWire['route'] {
  return {
    ...presentTransfer(quote),
    fromSymbol: quote.from.symbol,
    toSymbol: quote.to.symbol,
    toAddress: presentAddress(quote.lane.to, quote.recipient),
    ...presentFamilyFields(quote),
  };
}

function presentRun(
  { tick, dueAtMs, atMs, isSimulated, outcome }: PrimitiveRun,
  basePath: string,
): TickingWire['runs'][number] {
  return {
    tick,
    dueAt: dueAtMs,
    at: atMs,
    simulated: isSimulated,
    ...presentOutcome(outcome, basePath),
  };
}

function presentOutcome(outcome: RunOutcome, basePath: string): OutcomeWire {
  switch (outcome.kind) {
    case 'priced': {
      const { rail, bridge, output, minOutput, fee, etaSec } = outcome;
      return {
        ok: true,
        rail,
        bridge,
        estOut: output.toString(),
        minOut: minOutput.toString(),
        fee: fee.toString(),
        etaSeconds: etaSec,
      };
    }
    case 'started':
      return {
        ok: true,
        rail: outcome.rail,
        routeId: outcome.routeId,
        track: `${basePath}/api/route/status?id=${outcome.routeId}`,
      };
    case 'refused':
      return { ok: false, errorCode: outcome.code, error: outcome.reason };
  }
}

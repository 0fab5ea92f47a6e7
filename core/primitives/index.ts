export { cancelRecord, type CancelRecord } from './cancel-record.ts';
export type { Condition } from './condition.ts';
export { createConditional, type CreateConditional } from './create-conditional.ts';
export { createSchedule, type CreateSchedule, type ScheduleRequest } from './create-schedule.ts';
export { planBatch, type PlanBatch } from './plan-batch.ts';
export type { PrimitiveCaller, PrimitivePolicy, PrimitivePorts } from './primitive-ports.ts';
export { conditionalStatuses, mayBecome, scheduleStatuses } from './primitive-transitions.ts';
export type {
  Batch,
  Conditional,
  Primitive,
  PrimitiveRun,
  PrimitiveTerms,
  RunOutcome,
  Schedule,
  TickingPrimitive,
} from './primitive.ts';
export { readRecord, type ReadRecord } from './read-record.ts';
export {
  type LeasedTick,
  type PrimitiveReads,
  type PrimitiveWrites,
  StalePrimitive,
  TickLost,
} from './repository.ts';
export { runTick, type RunTick } from './run-tick.ts';
export { assertTickLeased } from './assert-tick-leased.ts';
export { primitives } from './module.ts';

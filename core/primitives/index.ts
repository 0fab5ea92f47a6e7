export { cancelRecord, type CancelRecord, readRecord, type ReadRecord } from './record.ts';
export {
  type Batch,
  type Condition,
  type Conditional,
  conditionalStatuses,
  mayBecome,
  type Primitive,
  type PrimitiveRun,
  type PrimitiveTerms,
  type RunOutcome,
  type Schedule,
  scheduleStatuses,
  type TickingPrimitive,
} from './primitive.ts';
export { createConditional, type CreateConditional } from './conditional.ts';
export { createSchedule, type CreateSchedule, type ScheduleRequest } from './schedule.ts';
export { planBatch, type PlanBatch } from './plan-batch.ts';
export type { PrimitiveCaller, PrimitivePolicy, PrimitivePorts } from './primitive-ports.ts';
export {
  type LeasedTick,
  type PrimitiveReads,
  type PrimitiveWrites,
  StalePrimitive,
  TickLost,
} from './repository.ts';
export { assertTickLeased, runTick, type RunTick } from './run-tick.ts';
export { primitives } from './module.ts';

export { primitives } from './module.ts';
export type { PrimitiveCaller, PrimitivePolicy } from './primitive-ports.ts';
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
export {
  type LeasedTick,
  type PrimitiveReads,
  type PrimitiveWrites,
  StalePrimitive,
} from './repository.ts';
export { assertTickLeased, type RunTick } from './run-tick.ts';
export type { ScheduleRequest } from './schedule.ts';
export type { ConditionalRequest } from './conditional.ts';
export type { BatchRequest } from './plan-batch.ts';

export type { CallsOfPlan, PlanCalls } from './calls-of-plan.ts';
export { planning } from './module.ts';
export { type NamedSource, type Plan, type PlanLeg, type Rejection } from './plan.ts';
export {
  type PlanRequest,
  type PlanSource,
  type PlanTransfer,
  PlanUnsatisfiable,
  type WriteExecute,
} from './plan-transfer.ts';
export type { Balances, OwnBalance, ReadBalances } from './read-balances.ts';
export {
  bucketHours,
  type CorridorBucket,
  type CorridorQuestion,
  type ReadCorridor,
} from './read-corridor.ts';
export type { ReadPlan } from './read-plan.ts';
export type { PlanReads, PlanWrites } from './repository.ts';

import type { StorePort } from '@interline/ports';
import type { SigningUnit } from '../evidence/index.ts';
import type { Plan } from './plan.ts';

/** Reads of committed state, on a connection of their own. */
export interface PlanReads {
  /** The id is all it takes to read a plan; null once it was deleted. */
  plan(id: string): Promise<Plan | null>;
}

/** Writes inside a unit; its reads see the unit's own writes. */
export interface PlanWrites extends PlanReads {
  insertPlan(plan: Plan): Promise<void>;
}

/** Committed state, as this module reads it. */
export interface PlanView {
  readonly plans: PlanReads;
}

/** One unit of work, as this module sees it. */
export interface PlanUnit extends SigningUnit {
  readonly plans: PlanWrites;
}

export type PlanStore = StorePort<PlanView, PlanUnit>;

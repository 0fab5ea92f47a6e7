import { RelayError } from '@interline/kernel';
import type { Plan } from './plan.ts';
import type { PlanStore } from './repository.ts';

/** A plan by its id, which is all it takes to read it, expired or not. Throws `UNKNOWN_PLAN`. */
export type ReadPlan = (id: string) => Promise<Plan>;

export function readPlan({ store }: { readonly store: PlanStore }): ReadPlan {
  return async (id) => {
    const plan = await store.reads.plans.plan(id);
    if (plan === null) throw new RelayError('UNKNOWN_PLAN');
    return plan;
  };
}

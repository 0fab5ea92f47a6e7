import type { JsonObject } from '@interline/kernel';
import type { OperationUnit } from './repository.ts';

/** What an action changes, for the operator and the audit; small and without secrets. */
export interface Change {
  readonly before: JsonObject;
  readonly after: JsonObject;
}

/** Who gave an order, and why. */
export interface OrderFacts {
  readonly by: string;
  readonly reason: string;
  readonly atMs: number;
}

/** What was done; `before` and `after` if they differ from the plan. */
export type Done<Result> = Partial<Change> & { readonly result: Result };

/**
 * An operator's order as a value. `plan` checks and reports what would change, moves nothing, and
 * throws the refusal; a dry run does only that. What `perform` does in one unit commits together
 * with its audit entry. For work in several units or over the network, the entry is written first
 * and closed afterwards.
 */
export interface OperatorAction<Input, Plan extends Change, Result> {
  readonly name: string;
  /** The order's subject: `chain:8453`, `route rt_...`. */
  targetOf(input: Input): string;
  plan(input: Input, signal: AbortSignal): Promise<Plan>;
  readonly perform:
    | {
        readonly in: 'one-unit';
        readonly run: (tx: OperationUnit, plan: Plan, order: OrderFacts) => Promise<Done<Result>>;
        /**
         * Called once its unit has ended, even with an error, because a lost COMMIT may have
         * succeeded.
         */
        readonly afterwards?: () => void;
      }
    | {
        readonly in: 'steps';
        readonly run: (plan: Plan, order: OrderFacts, signal: AbortSignal) => Promise<Done<Result>>;
      };
}

/** Infers the types of an action from its functions. */
export function operatorAction<Input, Plan extends Change, Result>(
  action: OperatorAction<Input, Plan, Result>,
): OperatorAction<Input, Plan, Result> {
  return action;
}

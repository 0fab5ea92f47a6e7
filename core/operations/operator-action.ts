import type { JsonObject } from '@interline/kernel';
import type { OperationUnit } from './repository.ts';

/** What an action changes, for the operator and the audit: small, and nothing secret. */
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

/** What was done; `before` and `after` where they differ from the plan. */
export type Done<Result> = Partial<Change> & { readonly result: Result };

/**
 * An operator's order as a value. `plan` looks and says what would change, moves nothing, and
 * throws the refusal that says what is missing; it is all that a dry run does. What `perform` does
 * in one unit commits together with its audit entry. What takes several units or the network has
 * its entry written first and ended after it.
 */
export interface OperatorAction<Input, Plan extends Change, Result> {
  readonly name: string;
  /** What the order is about, in words: `chain:8453`, `route rt_...`. */
  targetOf(input: Input): string;
  plan(input: Input, signal: AbortSignal): Promise<Plan>;
  readonly perform:
    | {
        readonly in: 'one-unit';
        readonly run: (tx: OperationUnit, plan: Plan, order: OrderFacts) => Promise<Done<Result>>;
        /** Once its unit has ended, also where that failed: a lost COMMIT may have counted. */
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

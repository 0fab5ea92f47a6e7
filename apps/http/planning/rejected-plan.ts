import { PlanUnsatisfiable } from '@interline/core/planning';
import { RelayError } from '@interline/kernel';
import { presentRejection } from './present.ts';

type RejectionWire = ReturnType<typeof presentRejection>;

/** The refusal with what its `details.rejected` says of each source. */
export class RejectedPlan extends RelayError {
  readonly rejected: readonly RejectionWire[];

  constructor({ code, message, rejected }: PlanUnsatisfiable) {
    super(code, {}, message);
    this.rejected = rejected.map(presentRejection);
  }
}

export function asRejectedPlan(error: unknown): unknown {
  return error instanceof PlanUnsatisfiable ? new RejectedPlan(error) : error;
}

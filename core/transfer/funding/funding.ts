import type { NeededFloat } from '@interline/kernel';
import type { ExecuteRequest } from '../execute-request.ts';

/**
 * The request of a route that waits for our float, and its deadline. The permit and the allowance
 * are stored with the route. Deleted once the route is accepted or has ended.
 */
export interface Funding {
  readonly routeId: string;
  readonly client: string;
  readonly request: WaitingRequest;
  /** The float that must be free for it, at the last price. */
  readonly needs: NeededFloat;
  /** Hash of the deposit's refund secret, which the caller got; null without a deposit. */
  readonly refundSecretHash: string | null;
  /** The deadline for acceptance. */
  readonly expiresAtMs: number;
  /** When it was last tried with enough money in the account and refused for another reason. */
  readonly triedAtMs: number | null;
}

export type WaitingRequest = Omit<
  ExecuteRequest,
  'permit' | 'allowance' | 'client' | 'askedBy' | 'idempotency' | 'tick' | 'agent' | 'mandate'
>;

/** The number of routes that wait for the float, for limits. */
export interface WaitingFundings {
  readonly all: number;
  readonly ofClient: number;
}

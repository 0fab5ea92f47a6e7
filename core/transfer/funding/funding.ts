import type { NeededFloat } from '@interline/kernel';
import type { ExecuteRequest } from '../execute-request.ts';

/**
 * What a route that waits for our float was asked with, and until when it waits. The permit and the
 * allowance are with the route. It is gone once the route was accepted or has ended.
 */
export interface Funding {
  readonly routeId: string;
  readonly client: string;
  readonly request: WaitingRequest;
  /** What must be free for it, at the price it was last asked at. */
  readonly needs: NeededFloat;
  /** Of the secret of the deposit's refund, which the caller was told; null without a deposit. */
  readonly refundSecretHash: string | null;
  /** The last moment at which it goes on. */
  readonly expiresAtMs: number;
  /** When it was last tried with enough in the account, and could not be accepted for another reason. */
  readonly triedAtMs: number | null;
}

export type WaitingRequest = Omit<
  ExecuteRequest,
  'permit' | 'allowance' | 'client' | 'askedBy' | 'idempotency' | 'tick' | 'agent' | 'mandate'
>;

/** How many routes wait for the float, as limits count them. */
export interface WaitingFundings {
  readonly all: number;
  readonly ofClient: number;
}

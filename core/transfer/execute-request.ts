import {
  type Address,
  type Askers,
  type QuoteRequest,
  type SignedAllowance,
  type SignedPermit,
  type Units,
} from '@interline/kernel';
import type { KeyedRequest } from '../idempotency/index.ts';
import type { AgentHold, MandateHold, TickLease } from './announcements.ts';
import type { RouteMode } from './route.ts';

export type SandboxOutcome = 'done' | 'failed' | 'funds-required' | 'awaiting-deposit';

export interface ExecuteRequest {
  /** `payer` is the permit's owner in permit2 mode, otherwise the float account. */
  readonly quote: QuoteRequest & { readonly recipient: string };
  readonly mode: RouteMode;
  readonly permit: SignedPermit | null;
  /** The permit's spender according to the body; null if the body names none. */
  readonly claimedSpender: Address | null;
  readonly allowance: SignedAllowance | null;
  readonly minOut: Units | null;
  readonly live: boolean | null;
  readonly dryRun: boolean;
  readonly allowBurnAddress: boolean;
  readonly excludeRails: readonly string[];
  /** Only rails whose `minOut` the service itself enforces (the float-lane path). */
  readonly onlyEnforced: boolean;
  readonly sandbox: SandboxOutcome | null;
  readonly isOperator: boolean;
  /** A pseudonym of the client's address, for gas budgets. */
  readonly client: string;
  /**
   * The client whose shares of the upstreams' rate limits its prices use; `client` when left out.
   */
  readonly askedBy?: Askers;
  readonly idempotency: KeyedRequest | null;
  /** Set for a live run of a record: the route is accepted only under this lease. */
  readonly tick?: TickLease;
  /**
   * Set if an agent of the payer makes the request: the route is accepted only within the agent's
   * policy.
   */
  readonly agent?: AgentHold;
  /** Set if a mandate of the payer allows it: the route is accepted only within the mandate. */
  readonly mandate?: MandateHold;
}

export function askersOf({ askedBy, client }: Pick<ExecuteRequest, 'askedBy' | 'client'>): Askers {
  return askedBy ?? [client];
}

/**
 * Whether the request may broadcast; otherwise it is a dry run. A deposit address is issued only
 * for a live request.
 */
export function isLive({ dryRun, live, mode, sandbox }: ExecuteRequest): boolean {
  const mustAsk = mode === 'deposit' && sandbox === null;
  return !dryRun && (mustAsk ? live === true : live !== false);
}

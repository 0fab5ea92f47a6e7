import {
  type Address,
  type Askers,
  type QuoteRequest,
  type SignedAllowance,
  type SignedPermit,
  type Units,
} from '@interline/kernel';
import type { KeyedRequest } from '../idempotency/index.ts';
import type { AgentWord, MandateWord, TickLease } from './announcements.ts';
import type { RouteMode } from './route.ts';

export type SandboxOutcome = 'done' | 'failed' | 'funds-required' | 'awaiting-deposit';

export interface ExecuteRequest {
  /** `payer` is the permit's owner in permit2 mode, else the float account. */
  readonly quote: QuoteRequest & { readonly recipient: string };
  readonly mode: RouteMode;
  readonly permit: SignedPermit | null;
  /** The spender that the body names for the permit; null where it names none. */
  readonly claimedSpender: Address | null;
  readonly allowance: SignedAllowance | null;
  readonly minOut: Units | null;
  readonly live: boolean | null;
  readonly dryRun: boolean;
  readonly allowBurnAddress: boolean;
  readonly excludeRails: readonly string[];
  /** Only rails on which the service itself enforces `minOut` (the float-lane path). */
  readonly onlyEnforced: boolean;
  readonly sandbox: SandboxOutcome | null;
  readonly isOperator: boolean;
  /** A pseudonym of the client's address, for gas budgets. */
  readonly client: string;
  /** Whose shares of the upstreams' request limits its prices use; the client's where left out. */
  readonly askedBy?: Askers;
  readonly idempotency: KeyedRequest | null;
  /** Set for a live run of a record: the route is accepted only while this lease holds. */
  readonly tick?: TickLease;
  /** Set where an agent of the payer asks: the route is accepted only within its policy. */
  readonly agent?: AgentWord;
  /** Set where a mandate of the payer allows it: the route is accepted only within that. */
  readonly mandate?: MandateWord;
}

export function askersOf({ askedBy, client }: Pick<ExecuteRequest, 'askedBy' | 'client'>): Askers {
  return askedBy ?? [client];
}

/**
 * Whether the request may broadcast; otherwise it is a rehearsal. An address for a deposit is issued
 * only where that is asked for.
 */
export function isLive({ dryRun, live, mode, sandbox }: ExecuteRequest): boolean {
  const mustAsk = mode === 'deposit' && sandbox === null;
  return !dryRun && (mustAsk ? live === true : live !== false);
}

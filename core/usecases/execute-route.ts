import type { QuoteRequest, RailRefusal, Route, SignedAllowance, SignedPermit, Units } from '@interline/domain';
import type { RankedWay } from './quote-route.ts';

export type SandboxOutcome = 'done' | 'failed' | 'funds-required' | 'awaiting-deposit';

export interface ExecuteRequest {
  /** `payer` is the permit's owner in permit2 mode, the float account in self mode. */
  readonly quote: QuoteRequest & { readonly recipient: string };
  readonly mode: 'permit2' | 'self';
  readonly permit: SignedPermit | null;
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
  readonly idempotency: { readonly key: string; readonly bodyHash: string } | null;
}

export type Execution =
  | { readonly kind: 'route'; readonly route: Route }
  | { readonly kind: 'dry'; readonly rankedWays: readonly RankedWay[]; readonly refusals: readonly RailRefusal[]; readonly note: string };

/** Checks, accepts and starts a route; answers when its first envelope is committed and sent. Throws the catalogue's codes. */
export type ExecuteRoute = (request: ExecuteRequest, signal: AbortSignal) => Promise<Execution>;

import type { Middleware } from 'koa';
import type { ErrorCode, EvmAddress, TokenList } from '@interline/domain';
import type { Clock, Entropy, Log } from '@interline/ports';
import type { CompareRails, DescribeMesh, ExecuteRoute, GaslessTerms, PreflightRoute, PrepareIntent, QuoteRoute, ReadRoute, ReadScorecard, ReleaseRefund, ServiceStatus, SolveIntent } from '@interline/usecases';

/** What the HTTP room needs from the composition. */
export interface HttpDeps {
  readonly useCases: {
    readonly quoteRoute: QuoteRoute;
    readonly compareRails: CompareRails;
    readonly solveIntent: SolveIntent;
    readonly executeRoute: ExecuteRoute;
    readonly prepareIntent: PrepareIntent;
    readonly preflightRoute: PreflightRoute;
    readonly readRoute: ReadRoute;
    readonly readScorecard: ReadScorecard;
    readonly releaseRefund: ReleaseRefund;
    readonly describeMesh: DescribeMesh;
    readonly serviceStatus: ServiceStatus;
    readonly gaslessTerms: GaslessTerms;
  };
  readonly tokens: TokenList;
  /** In front of every path but health, e.g. `/gateway/v1`; empty for none. */
  readonly basePath: string;
  /** The credential of live `mode: "self"`; null closes that door. */
  readonly operatorToken: string | null;
  /** The relayer's accounts, one of each for all EVM chains. */
  readonly accounts: { readonly spender: EvmAddress; readonly float: EvmAddress };
  /** Whether a way broadcasts only with `live: true`. */
  isOptIn(rail: string): boolean;
  isReady(): Promise<ReadyReport>;
  /** Mixed into the pseudonyms of client addresses; stable, so that daily budgets outlive a restart. */
  readonly clientSalt: string;
  /** Largest request body; 64 KiB when left out. */
  readonly bodyCapBytes?: number;
  /** What a profile serves beside the table, in front of it: the devnet's own endpoints. */
  readonly mounted?: readonly Middleware[];
  readonly log: Log;
  readonly clock: Pick<Clock, 'now'>;
  readonly entropy: Entropy;
}

/** One entry a part the process cannot work without (store, signer, ...). */
export interface ReadyReport {
  readonly checks: readonly ReadyCheck[];
}

export type ReadyCheck =
  | { readonly name: string; readonly isUp: true }
  | { readonly name: string; readonly isUp: false; readonly code: ErrorCode };

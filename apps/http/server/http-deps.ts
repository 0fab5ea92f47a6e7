import type { Middleware } from 'koa';
import type { UseCases } from '@interline/core';
import type { AskQuestion } from '@interline/core/assistant';
import type { ErrorCode, EvmAddress, TokenList } from '@interline/kernel';
import type {
  AddressReader,
  Clock,
  Entropy,
  Log,
  RateLimiter,
  RouteNotifier,
  Tracer,
} from '@interline/ports';
import type { PageFile } from './pages/page.ts';
import type { Operator } from './parse/operator-of.ts';

/** What the HTTP app needs from the composition. */
export interface HttpDeps {
  readonly useCases: UseCases;
  /** The assistant, given what the edge itself can be asked about. */
  readonly askQuestion: AskQuestion;
  readonly tokens: TokenList;
  readonly addresses: AddressReader;
  /** In front of every path but health, e.g. `/gateway/v1`; empty for none. */
  readonly basePath: string;
  /** Who may give orders and run live `mode: "self"`; without any, that door is closed. */
  readonly operators: readonly Operator[];
  /** The relayer's accounts, one of each for all EVM chains. */
  readonly accounts: { readonly spender: EvmAddress; readonly float: EvmAddress };
  /**
   * Where clients reach it, without the base path; null where that is not known. Asked late, since a
   * devnet may listen on any free port. It is never taken from a request.
   */
  readonly origin: () => string | null;
  /** The service's entry in registries of agents (ERC-8004); null where it is in none. */
  readonly agentRegistration: AgentRegistration | null;
  /** Whether an engine broadcasts only with `live: true`. */
  isOptIn(rail: string): boolean;
  /** What `excludeRails` can name: the rails of the deployment and their engines. */
  readonly railNames: readonly string[];
  isReady(): Promise<ReadyReport>;
  /**
   * Mixed into the pseudonyms of client addresses; stable, so that daily budgets outlive a restart,
   * and secret, since addresses are few.
   */
  readonly clientSalt: string;
  /** `scale` multiplies every limit, `keyFactor` those of a request with a key. */
  readonly limits: { readonly scale: number; readonly keyFactor: number };
  readonly rateLimiter: RateLimiter;
  /** Addresses and ranges of our own proxies, whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  /** Browser origins that may call what changes something; any where left out. */
  readonly executeOrigins?: readonly string[] | undefined;
  /**
   * Aborts when the server begins to close: event streams end and waits are answered, and their
   * clients come back to another instance.
   */
  readonly closing?: AbortSignal;
  readonly notifier: RouteNotifier;
  /** How event streams and waits keep time; tests are impatient. */
  readonly streamPace?: Pace;
  /** Largest request body; 64 KiB when left out. */
  readonly bodyCapBytes?: number;
  /** What a profile serves in addition to the table, before it: the devnet's own endpoints. */
  readonly mounted?: readonly Middleware[];
  /** Files that are served to browsers in addition to the documents, such as the console's. */
  readonly pages?: readonly PageFile[];
  /** Called once for every request that was answered, or that its client left. */
  readonly onAnswered?: (answered: Answered) => void;
  /** Traces of the rows that are traced; none where it is left out. */
  readonly tracer?: Tracer;
  readonly log: Log;
  readonly clock: Pick<Clock, 'now'>;
  readonly entropy: Entropy;
}

/** What an operator registered it as. */
export interface AgentRegistration {
  readonly name: string;
  readonly description: string;
  /** A URL of a picture. */
  readonly image?: string | undefined;
  readonly registrations: readonly {
    readonly agentId: number;
    /** CAIP-10, such as `eip155:1:0x8004...`. */
    readonly agentRegistry: string;
  }[];
}

/** One entry a part the process cannot work without (store, signer, ...). */
export interface ReadyReport {
  readonly checks: readonly ReadyCheck[];
}

export type ReadyCheck =
  | { readonly name: string; readonly isUp: true }
  | { readonly name: string; readonly isUp: false; readonly code: ErrorCode };

/** How streams keep time, in milliseconds. */
export interface Pace {
  /** A look this often where no change is notified: what was notified can be lost. */
  readonly look: number;
  /**
   * How often a comment is sent while nothing changes, so that proxies do not close the connection.
   */
  readonly heartbeat: number;
  /** A stream ends after this long; a client's browser takes it up again by itself. */
  readonly longest: number;
}

/** How one request was answered, in words of which there are only a few. */
export interface Answered {
  /** The row's method and path pattern, without base path and ids; `other` where no row matches. */
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** To the last byte, or until the client left. */
  readonly seconds: number;
}

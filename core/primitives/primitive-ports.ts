import type { Askers, TokenList } from '@interline/kernel';
import type { Clock, CustodyPort, Entropy, Log, PricePort, RailRegistry } from '@interline/ports';
import type { PrimitiveStore } from './repository.ts';
import type { ExecuteRoute } from '../transfer/index.ts';

/** What creates and runs batches, schedules and conditionals. */
export interface PrimitivePorts {
  readonly store: PrimitiveStore;
  readonly custody: Pick<CustodyPort, 'account' | 'roleOf' | 'former' | 'batchExecutor'>;
  readonly tokens: TokenList;
  readonly registry: RailRegistry;
  readonly price: PricePort;
  readonly clock: Pick<Clock, 'now'>;
  readonly entropy: Entropy;
  readonly log: Log;
  /** Rehearsals and live runs both go through it. */
  readonly executeRoute: ExecuteRoute;
  readonly policy: PrimitivePolicy;
  /** Aborts when the process is asked to stop. */
  readonly stop: AbortSignal;
}

export interface PrimitivePolicy {
  /** Whether this deployment's watcher runs records that ask for it live (`PRIMITIVES_LIVE=1`). */
  readonly isLive: boolean;
  /**
   * By operator's name, a digest that differs between credentials and reveals nothing else.
   */
  readonly operatorMarks?: Readonly<Record<string, string>>;
  /**
   * Most active schedules and armed conditionals of one client, and in all: each tick asks every
   * rail.
   */
  readonly mostPerClient: number;
  readonly mostInAll: number;
}

/** The client that asks for a record. */
export interface PrimitiveCaller {
  readonly client: string;
  /** Whose shares of the upstreams' request limits its prices use; the client's where left out. */
  readonly askedBy?: Askers;
  readonly isOperator: boolean;
  /** The operator's name. */
  readonly operator?: string;
}

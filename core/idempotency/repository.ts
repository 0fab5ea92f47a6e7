import type { StorePort } from '@interline/ports';

/** The route that an `Idempotency-Key` started, written in the unit that accepts it. */
export interface IdempotentAnswer {
  readonly key: string;
  /** Digest of the request body the key was first used with. */
  readonly bodyHash: string;
  readonly routeId: string;
  readonly atMs: number;
}

/** The answer to a request with an `Idempotency-Key`, returned again on every repeat. */
export interface KeptAnswer {
  /** A digest of client, path and key. */
  readonly name: string;
  readonly bodyHash: string;
  /** JSON text; null while the first request is under way. */
  readonly answer: string | null;
  readonly atMs: number;
}

export class IdempotencyTaken extends Error {
  override readonly name = 'IdempotencyTaken';
}

/** Reads of committed state, on a connection of their own. */
export interface IdempotencyReads {
  idempotent(key: string): Promise<IdempotentAnswer | null>;
  keptAnswer(name: string): Promise<KeptAnswer | null>;
}

/** Writes inside a unit; its reads see the unit's own writes. */
export interface IdempotencyWrites extends IdempotencyReads {
  /** Throws `IdempotencyTaken` when the key exists. */
  putIdempotent(answer: IdempotentAnswer): Promise<void>;
  /** Takes the name for a request that begins; returns the request that has it already, or null. */
  takeAnswer(begun: KeptAnswer): Promise<KeptAnswer | null>;
  keepAnswer(name: string, answer: string): Promise<void>;
  /** Frees the name of a request that was refused. */
  dropAnswer(name: string): Promise<void>;
}

/** Committed state, as this module reads it. */
export interface IdempotencyView {
  readonly idempotency: IdempotencyReads;
}

/** One unit of work, as this module sees it. */
export interface IdempotencyUnit {
  readonly idempotency: IdempotencyWrites;
}

export type IdempotencyStore = StorePort<IdempotencyView, IdempotencyUnit>;

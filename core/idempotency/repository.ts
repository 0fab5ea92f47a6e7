import type { StorePort } from '@interline/ports';
/** A reply to repeat for the same `Idempotency-Key`. */
export interface IdempotentAnswer {
  readonly key: string;
  /** Digest of the request body the key was first used with. */
  readonly bodyHash: string;
  readonly routeId: string;
  readonly atMs: number;
}

/** What a request with an Idempotency-Key is answered with, and again on every repeat. */
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
  /**
   * Takes the name for a request that is about to be answered; answers whoever has it already, else
   * null.
   */
  takeAnswer(claim: KeptAnswer): Promise<KeptAnswer | null>;
  keepAnswer(name: string, answer: string): Promise<void>;
  /** The request was refused: its name is free again. */
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

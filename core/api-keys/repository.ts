import type { StorePort } from '@interline/ports';

/** A client's key. Only its SHA-256 is stored. */
export interface ApiKey {
  readonly hash: string;
  readonly label: string;
  readonly createdAtMs: number;
  /** Null where it has no end. */
  readonly endsAtMs: number | null;
}

/** From its end on a key counts as one that was never made. */
export function hasEnded({ endsAtMs }: Pick<ApiKey, 'endsAtMs'>, nowMs: number): boolean {
  return endsAtMs !== null && endsAtMs <= nowMs;
}

/** A key's requests to one path in five minutes. */
export interface KeyUse {
  /** Where the five minutes begin. */
  readonly slotMs: number;
  readonly path: string;
  readonly total: number;
  readonly errors: number;
}

/**
 * One request made with a key, without its sender or content. `path` is the endpoint's template,
 * without ids.
 */
export interface KeyedRequest {
  readonly path: string;
  readonly status: number;
  readonly tookMs: number;
  readonly atMs: number;
}

/** Reads of committed state, on a connection of their own. */
export interface ApiKeyReads {
  apiKey(hash: string): Promise<ApiKey | null>;
  /** The key's use in slots that begin at that time or later, the oldest first. */
  keyUse(hash: string, sinceMs: number): Promise<readonly KeyUse[]>;
  /** The key's last requests, the newest first. */
  keyedRequests(hash: string): Promise<readonly KeyedRequest[]>;
}

/** Writes inside a unit; its reads see the unit's own writes. */
export interface ApiKeyWrites extends ApiKeyReads {
  insertApiKey(key: ApiKey): Promise<void>;
  /** Forgets the key and all that was counted for it; false where there is none. */
  deleteApiKey(hash: string): Promise<boolean>;
  /** Adds to the key's counts and to its last requests, of which the newest 20 are kept. */
  countKeyUse(hash: string, use: readonly KeyUse[], recent: readonly KeyedRequest[]): Promise<void>;
}

/** Committed state, as this module reads it. */
export interface ApiKeyView {
  readonly apiKeys: ApiKeyReads;
}

/** One unit of work, as this module sees it. */
export interface ApiKeyUnit {
  readonly apiKeys: ApiKeyWrites;
}

export type ApiKeyStore = StorePort<ApiKeyView, ApiKeyUnit>;

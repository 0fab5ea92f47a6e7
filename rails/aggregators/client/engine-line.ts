import type { EngineBreaker } from './engine-breaker.ts';
import type { EnginePause } from './engine-pause.ts';
import type { TokenBucket } from './token-bucket.ts';

/** One kind of request to one engine, and its manners. */
export interface EngineLine {
  readonly engine: string;
  readonly kind: 'price' | 'build' | 'status';
  readonly bases: { readonly base: string; readonly status: string };
  readonly bucket: TokenBucket;
  /** Tokens this kind of request leaves in the bucket for more urgent ones. */
  readonly leaves: number;
  /** How long it may wait for a token; a price never queues. */
  readonly maxWaitMs: number;
  readonly breaker: EngineBreaker;
  readonly pause: EnginePause;
  readonly deadlineMs: number;
  readonly maxResponseBytes: number;
}

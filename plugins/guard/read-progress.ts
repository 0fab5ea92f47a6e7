import { type Json, type JsonObject, type Progress, RelayError } from '@interline/kernel';
import { z } from 'zod';
import { firstIssue } from '../admission/show-found.ts';
import { plain, word } from './boundary-shapes.ts';
import { broken } from './plain-text.ts';

const shape = z.object({
  status: z.enum(['WAITING', 'FUNDS_REQUIRED', 'AWAITING_DEPOSIT', 'BRIDGING', 'DONE', 'FAILED']),
  stage: plain(60),
  srcTx: word.optional(),
  destTx: word.optional(),
  refundTx: word.optional(),
});

/** Reads the state that a rail reports for a transfer; throws `RAIL_FAULT` on an invalid answer. */
export function readProgress(value: unknown, rail: string): Progress {
  const read = shape.safeParse(value);
  if (!read.success)
    throw new RelayError(
      'RAIL_FAULT',
      { rail, step: 'track' },
      broken(rail, firstIssue(read.error)),
    );
  const { srcTx, destTx, refundTx, ...rest } = read.data;
  return {
    ...rest,
    ...(srcTx === undefined ? {} : { srcTx }),
    ...(destTx === undefined ? {} : { destTx }),
    ...(refundTx === undefined ? {} : { refundTx }),
  };
}

/**
 * Remembers which transfers a rail reported as final, dropping the oldest first: DONE and FAILED
 * never return to a pending state. Between the two the newest report counts, because the core
 * checks either on the chain.
 */
export class FinalProgress {
  readonly #byRef = new Map<string, Progress>();
  readonly #maxEntries: number;

  constructor(maxEntries = 10_000) {
    this.#maxEntries = maxEntries;
  }

  /** The state to use after a report: transaction ids named before are kept. */
  settle(ref: JsonObject, heard: Progress): Progress {
    const key = keyOf(ref);
    const earlier = this.#byRef.get(key);
    const isFinal = heard.status === 'DONE' || heard.status === 'FAILED';
    if (earlier === undefined && !isFinal) return heard;
    const believed = believedOf(earlier, heard, isFinal);
    this.#remember(key, believed);
    return believed;
  }

  #remember(key: string, progress: Progress): void {
    this.#byRef.set(key, progress);
    if (this.#byRef.size <= this.#maxEntries) return;
    const oldest = this.#byRef.keys().next();
    if (!oldest.done) this.#byRef.delete(oldest.value);
  }
}

function believedOf(earlier: Progress | undefined, heard: Progress, isFinal: boolean): Progress {
  if (!isFinal) return { ...heard, ...earlier };
  return earlier?.status === heard.status ? { ...earlier, ...heard } : heard;
}

/** The same text for equal refs, in any order of keys. */
function keyOf(ref: JsonObject): string {
  return JSON.stringify(ref, (_key, value: Json) =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

import type { ErrorCode, ErrorDetails } from '@interline/kernel';
import type { Clock } from '@interline/ports';

/** What a pass has paid for: a request, and how it ended. */
export interface PaidRequest {
  /** SHA-256 of all that the request says. */
  readonly hash: string;
  /** Null where the service failed on its side: the same request may try again. */
  readonly ended: Promise<Ended> | null;
  /** How often the request was carried out. */
  readonly tries: number;
}

/**
 * Data and nothing else: an error would keep what its stack refers to in memory, the sender's address
 * and the pass among it.
 */
export type Ended =
  | { readonly kind: 'answer'; readonly body: unknown }
  | {
      readonly kind: 'refusal';
      readonly code: ErrorCode;
      readonly details: ErrorDetails;
      readonly message: string;
    }
  | { readonly kind: 'failure' };

const keptMs = 600_000;
/** Beyond these the oldest is forgotten, ten minutes or not. */
const mostKept = 200;

/** Only in this process's memory, because it links a pass to what it paid for. */
export class KeptAnswers {
  readonly #kept = new Map<string, PaidRequest & { readonly untilMs: number }>();
  readonly #clock: Pick<Clock, 'now'>;

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  find(spendId: string): PaidRequest | null {
    const kept = this.#kept.get(spendId);
    return kept !== undefined && this.#clock.now() < kept.untilMs ? kept : null;
  }

  put(spendId: string, request: PaidRequest): void {
    this.#kept.delete(spendId);
    this.#kept.set(spendId, { ...request, untilMs: this.#clock.now() + keptMs });
    for (const [id, { untilMs }] of this.#kept) {
      if (this.#kept.size <= mostKept && this.#clock.now() < untilMs) return;
      this.#kept.delete(id);
    }
  }

  forget(spendId: string): void {
    this.#kept.delete(spendId);
  }
}

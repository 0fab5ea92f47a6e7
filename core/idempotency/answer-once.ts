import { isRelayError, RelayError } from '@interline/kernel';
import type { Clock } from '@interline/ports';
import type { IdempotencyStore, KeptAnswer } from './repository.ts';

/** A request with an `Idempotency-Key`. */
export interface OnceRequest {
  /** A digest of client, path and key. */
  readonly name: string;
  readonly bodyHash: string;
}

/**
 * Makes the answer once and returns the same text to every repeat, for as long as the store keeps
 * it. A refusal frees the name; a fault that may have left a record does not. Throws
 * `IDEMPOTENCY_CONFLICT` for another body and `IDEMPOTENCY_IN_FLIGHT` while the first request is
 * still under way.
 */
export type AnswerOnce = (
  request: OnceRequest,
  make: () => Promise<string>,
) => Promise<{ readonly answer: string; readonly isRepeat: boolean }>;

/** No request takes longer. One without an answer by then was cut off, with an unknown effect. */
const longestFlightMs = 120_000;

export function answerOnce({
  store,
  clock,
}: {
  readonly store: IdempotencyStore;
  readonly clock: Pick<Clock, 'now'>;
}): AnswerOnce {
  return async (request, make) => {
    const first =
      (await store.reads.idempotency.keptAnswer(request.name)) ??
      (await store.run('claim-answer', (tx) =>
        tx.idempotency.takeAnswer({ ...request, answer: null, atMs: clock.now() }),
      ));
    if (first !== null) return { answer: repeated(first, request, clock.now()), isRepeat: true };
    const answer = await made(make, () =>
      store.run('drop-answer', (tx) => tx.idempotency.dropAnswer(request.name)),
    );
    await store.run('keep-answer', (tx) => tx.idempotency.keepAnswer(request.name, answer));
    return { answer, isRepeat: false };
  };
}

function repeated(
  { bodyHash, answer, atMs }: KeptAnswer,
  request: OnceRequest,
  nowMs: number,
): string {
  if (bodyHash !== request.bodyHash) throw new RelayError('IDEMPOTENCY_CONFLICT');
  if (answer !== null) return answer;
  if (nowMs - atMs < longestFlightMs) throw new RelayError('IDEMPOTENCY_IN_FLIGHT');
  throw new RelayError(
    'IDEMPOTENCY_CONFLICT',
    {},
    'the first request with this Idempotency-Key was cut off: look for what it made, then use a fresh key',
  );
}

async function made(make: () => Promise<string>, drop: () => Promise<void>): Promise<string> {
  try {
    return await make();
  } catch (error) {
    // The record may exist; a free name would let a repeat make a second one.
    if (!isRelayError(error) || error.details['recorded'] !== 'unknown') await drop();
    throw error;
  }
}

import type { IdempotencyReads, IdempotentAnswer } from './repository.ts';

/** A request with an `Idempotency-Key`. */
export type KeyedRequest = Pick<IdempotentAnswer, 'key' | 'bodyHash'>;

/** Whether a route was accepted for this very request: under its key and with its body. */
export async function isRecorded(
  reads: Pick<IdempotencyReads, 'idempotent'>,
  request: KeyedRequest | null,
): Promise<boolean> {
  if (request === null) return false;
  const kept = await reads.idempotent(request.key);
  return kept?.bodyHash === request.bodyHash;
}

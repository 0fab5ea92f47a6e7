import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { ExecuteRequest } from '@interline/core/transfer';
import { badField } from '../server/parse/bad-field.ts';

/**
 * The `Idempotency-Key` with a digest of what it was used for. The digest covers path and sandbox
 * headers beside the body: the same key must never answer a live request with a rehearsal's
 * receipt, or the reverse.
 */
export function readIdempotency(
  headers: IncomingHttpHeaders,
  path: string,
  rawBody: Buffer,
): ExecuteRequest['idempotency'] {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw badField('idempotency-key', 'Idempotency-Key must be 1 to 255 visible ASCII characters');
  }
  const scope = [path, headers['x-svc-sandbox'] ?? '', headers['x-svc-sandbox-outcome'] ?? ''].join(
    '\n',
  );
  return { key, bodyHash: createHash('sha256').update(`${scope}\n`).update(rawBody).digest('hex') };
}

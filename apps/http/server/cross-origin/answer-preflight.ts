import type { HttpContext } from '../http-state.ts';

const allowedHeaders = [
  'content-type',
  'accept',
  'authorization',
  'idempotency-key',
  'if-none-match',
  'last-event-id',
  'x-request-id',
  'x-svc-key',
  'x-svc-pass',
  'x-svc-sandbox',
  'x-svc-sandbox-outcome',
].join(', ');
const keptSec = 600;

/**
 * The method a browser asks about before it sends a request, or null where this is no such
 * question.
 */
export function preflightedMethod({ method, req }: HttpContext): string | null {
  const asked = req.headers['access-control-request-method'];
  return method === 'OPTIONS' && req.headers.origin !== undefined ? (asked ?? null) : null;
}

/** Whose origin may send it, the row has said already. */
export function answerPreflight(ctx: HttpContext, methods: readonly string[]): void {
  ctx.set({
    'access-control-allow-methods': methods.join(', '),
    'access-control-allow-headers': allowedHeaders,
    'access-control-max-age': String(keptSec),
    'cache-control': 'no-store',
  });
  ctx.status = 204;
}

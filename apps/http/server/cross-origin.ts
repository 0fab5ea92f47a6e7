import type { Next } from 'koa';
import type { Endpoint } from './endpoint.ts';
import type { HttpContext } from './http-state.ts';

/** What a script of another origin may read beside the body. */
const exposedHeaders = [
  'x-request-id',
  'etag',
  'retry-after',
  'idempotent-replayed',
  'ratelimit',
  'ratelimit-policy',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'allow',
].join(', ');

/**
 * Lets any origin read every answer, refusals too. No cookie counts here, so no browser can be
 * used against its owner.
 */
export function openToOrigins(ctx: HttpContext, next: Next): Promise<void> {
  ctx.res.setHeader('access-control-allow-origin', '*');
  ctx.res.setHeader('access-control-expose-headers', exposedHeaders);
  return next();
}

/**
 * Keeps what changes something to the configured origins, where there are any, unless the row is
 * for any origin. A caller that is no
 * browser sends no origin and is not asked for one.
 */
export function keepToOrigins(
  { changes, anyOrigin }: Pick<Endpoint, 'changes' | 'anyOrigin'>,
  origins: readonly string[] | undefined,
): (ctx: HttpContext) => void {
  if (changes === undefined || anyOrigin || origins === undefined) return () => undefined;
  return (ctx) => {
    const { origin } = ctx.req.headers;
    ctx.vary('origin');
    if (origin !== undefined && origins.includes(origin))
      ctx.res.setHeader('access-control-allow-origin', origin);
    else ctx.res.removeHeader('access-control-allow-origin');
  };
}

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
 * The method a browser asks about before it sends a request, or null where this is not such
 * a question.
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

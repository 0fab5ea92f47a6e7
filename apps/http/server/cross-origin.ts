import { RelayError } from '@interline/kernel';
import type { Next } from 'koa';
import { type Endpoint, isForAnyOrigin } from './endpoint.ts';
import type { HttpContext } from './http-state.ts';

/** What a script of another origin may read besides the body. */
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
  'accept-signature',
  'payment-required',
  'payment-response',
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
 * Says which origin may call a row that is restricted to the configured ones. A caller that is not
 * a browser sends no origin and does not need one.
 */
export function nameOrigin(
  endpoint: Endpoint,
  configured: readonly string[] | undefined,
): (ctx: HttpContext) => void {
  const origins = originsFor(endpoint, configured);
  if (origins === null) return () => undefined;
  return (ctx) => {
    const { origin } = ctx.req.headers;
    ctx.vary('origin');
    if (origin !== undefined && origins.includes(origin))
      ctx.res.setHeader('access-control-allow-origin', origin);
    else ctx.res.removeHeader('access-control-allow-origin');
  };
}

/**
 * Refuses a page of another origin before anything is done: a browser sends a body without a type
 * and without asking first, and only keeps the answer from the page.
 */
export function keepToOrigins(
  endpoint: Endpoint,
  configured: readonly string[] | undefined,
): (ctx: HttpContext) => void {
  const origins = originsFor(endpoint, configured);
  if (origins === null) return () => undefined;
  const name = nameOrigin(endpoint, configured);
  return (ctx) => {
    const { origin } = ctx.req.headers;
    name(ctx);
    if (origin !== undefined && !origins.includes(origin))
      throw new RelayError('ORIGIN_NOT_ALLOWED');
  };
}

/** Whose pages may call it; null for pages of any origin. */
function originsFor(
  endpoint: Endpoint,
  configured: readonly string[] | undefined,
): readonly string[] | null {
  if (endpoint.isKeptToOrigins === true) return configured ?? [];
  return isForAnyOrigin(endpoint) ? null : (configured ?? null);
}

const allowedHeaders = [
  'a2a-extensions',
  'a2a-version',
  'content-type',
  'accept',
  'authorization',
  'content-digest',
  'idempotency-key',
  'if-none-match',
  'last-event-id',
  'mcp-method',
  'mcp-name',
  'mcp-protocol-version',
  'signature',
  'signature-input',
  'payment-signature',
  'prefer',
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

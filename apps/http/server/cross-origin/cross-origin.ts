import type { Next } from 'koa';
import type { Endpoint } from '../endpoint.ts';
import type { HttpContext } from '../http-state.ts';

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
 * Lets any origin read every answer, refusals too. No cookie counts here, so nobody's browser can
 * be used against its owner.
 */
export function openToOrigins(ctx: HttpContext, next: Next): Promise<void> {
  ctx.res.setHeader('access-control-allow-origin', '*');
  ctx.res.setHeader('access-control-expose-headers', exposedHeaders);
  return next();
}

/**
 * Keeps what changes something to the configured origins, where there are any. A caller that is no
 * browser sends no origin and is not asked for one.
 */
export function keepToOrigins(
  { changes }: Pick<Endpoint, 'changes'>,
  origins: readonly string[] | undefined,
): (ctx: HttpContext) => void {
  if (changes === undefined || origins === undefined) return () => undefined;
  return (ctx) => {
    const { origin } = ctx.req.headers;
    ctx.vary('origin');
    if (origin !== undefined && origins.includes(origin))
      ctx.res.setHeader('access-control-allow-origin', origin);
    else ctx.res.removeHeader('access-control-allow-origin');
  };
}

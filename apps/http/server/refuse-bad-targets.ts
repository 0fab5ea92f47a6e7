import { RelayError } from '@interline/kernel';
import type { HttpContext } from './http-state.ts';
import type { Next } from 'koa';

/**
 * A request line may hold a whole URL. A malformed one would fail where its path is first read, so
 * it is refused here, as the client's mistake.
 */
export async function refuseBadTargets(ctx: HttpContext, next: Next): Promise<void> {
  if (!hasPath(ctx))
    throw new RelayError('BAD_REQUEST', {}, 'the request target is neither a path nor a URL');
  await next();
}

function hasPath(ctx: HttpContext): boolean {
  try {
    return typeof ctx.path === 'string';
  } catch {
    return false;
  }
}

import type { Next } from 'koa';
import type { HttpDeps } from '../http-deps.ts';
import type { HttpContext } from '../http-state.ts';

/** Notes for a key's owner what was asked with it: the row, how it ended, how long it took. */
export function countKeyUse({ clock, useCases }: Pick<HttpDeps, 'clock' | 'useCases'>): (ctx: HttpContext, next: Next) => Promise<void> {
  return async (ctx, next) => {
    const atMs = clock.now();
    await next();
    const { keyHash, endpoint } = ctx.state;
    if (keyHash === null || endpoint === null) return;
    useCases.noteKeyUse(keyHash, { path: endpoint.path, status: ctx.status, tookMs: Math.max(0, clock.now() - atMs), atMs });
  };
}

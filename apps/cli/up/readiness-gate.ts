import { RelayError } from '@interline/domain';
import type { Middleware } from 'koa';
import type { Readiness } from './readiness.ts';

/**
 * Refuses every POST while the process recovers or stops, or the store takes no writes; reads go
 * on.
 */
export function readinessGate(ready: Pick<Readiness, 'obstacle'>): Middleware {
  return async (ctx, next) => {
    const obstacle = ctx.method === 'POST' ? ready.obstacle() : null;
    if (obstacle !== null) throw new RelayError(obstacle);
    await next();
  };
}

import { RelayError } from '@interline/kernel';
import type { Readiness } from './readiness.ts';
import type { Middleware } from 'koa';

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

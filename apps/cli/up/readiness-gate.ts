import { RelayError } from '@interline/domain';
import type { Middleware } from 'koa';
import type { Readiness } from './readiness.ts';

/** Refuses whatever could start something while the process recovers or stops; reads go on. */
export function readinessGate(ready: Pick<Readiness, 'isOpen'>): Middleware {
  return async (ctx, next) => {
    if (ctx.method === 'POST' && !ready.isOpen()) throw new RelayError('NOT_READY');
    await next();
  };
}

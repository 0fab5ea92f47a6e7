import type { Next } from 'koa';
import type { Answered, HttpDeps } from './http-deps.ts';
import type { HttpContext } from './http-state.ts';

/**
 * Reports every answer to the log and the meters. Event streams and waits last as long as their
 * clients like, so they are counted apart.
 */
export function measureAnswers({
  log,
  onAnswered,
}: Pick<HttpDeps, 'log' | 'onAnswered'>): (ctx: HttpContext, next: Next) => Promise<void> {
  return (ctx, next) => {
    const startedAt = performance.now();
    ctx.res.once('close', () => {
      const { endpoint, requestId, isHeldOpen } = ctx.state;
      const isStream = String(ctx.res.getHeader('content-type')).startsWith('text/event-stream');
      const answered: Answered = {
        method: endpoint?.method ?? 'other',
        path:
          endpoint === null
            ? 'other'
            : `${endpoint.path}${isStream ? ' (events)' : isHeldOpen ? ' (wait)' : ''}`,
        status: ctx.res.statusCode,
        seconds: (performance.now() - startedAt) / 1_000,
      };
      // Of a client that left before it had its answer, the log says just that.
      if (ctx.res.writableFinished) log.info('request-answered', { requestId, ...answered });
      onAnswered?.(answered);
    });
    return next();
  };
}

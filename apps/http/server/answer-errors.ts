import { isRelayError, RelayError } from '@interline/kernel';
import type { Log } from '@interline/ports';
import type { HttpDeps } from './http-deps.ts';
import type { HttpContext } from './http-state.ts';
import { namesType } from './parse/names-type.ts';
import { asProblem } from './present/as-problem.ts';
import { writeError } from './present/write-error.ts';
import type { Next } from 'koa';

const problemType = 'application/problem+json';

/**
 * The one place where an error becomes a status. What the catalogue does not know is `INTERNAL`,
 * told only to the log.
 */
export function answerErrors({
  basePath,
  log,
}: Pick<HttpDeps, 'basePath' | 'log'>): (ctx: HttpContext, next: Next) => Promise<void> {
  return async (ctx, next) => {
    try {
      await next();
    } catch (thrown) {
      const error = isRelayError(thrown)
        ? thrown
        : new RelayError('INTERNAL', {}, undefined, { cause: thrown });
      const { requestId, endpoint } = ctx.state;
      const reply = writeError(error, { basePath, requestId, endpoint });
      report(log, ctx, error, reply.status);
      ctx.status = reply.status;
      ctx.set(reply.headers);
      const asked = namesType(ctx.req.headers.accept, problemType)
        ? problemType
        : 'application/json';
      ctx.body = asked === problemType ? asProblem(reply, error.code) : reply.body;
      ctx.type = asked;
    }
  };
}

/**
 * Never the message of a fault: it may hold what an upstream said. Its kind and place are enough to
 * find it.
 */
function report(log: Log, { state, method }: HttpContext, error: RelayError, status: number): void {
  const fields = {
    requestId: state.requestId,
    method,
    endpoint: state.endpoint?.path ?? null,
    code: error.code,
  };
  if (state.signal.aborted) log.debug('client-left', fields);
  else if (status < 500) log.debug('request-refused', fields);
  else log.error('request-failed', { ...fields, ...faultOf(error.cause ?? error) });
}

function faultOf(fault: unknown): { fault: string; at: string } {
  if (!(fault instanceof Error)) return { fault: typeof fault, at: '' };
  const frame = fault.stack?.split('\n').find((line) => line.startsWith('    at ')) ?? '';
  return { fault: fault.name, at: frame.trim() };
}

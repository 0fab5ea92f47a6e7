import { isLoopback } from '@interline/devnet';
import type { Middleware } from 'koa';

const devnetPath = /^\/devnet(\/[a-z]+)?$/;
const bodyCapBytes = 65_536;

/**
 * Serves the devnet's own endpoints beside the service's, so that one address is enough. Loopback
 * callers only.
 */
export function devnetGateway(devnetUrl: string): Middleware {
  return async (ctx, next) => {
    if (!devnetPath.test(ctx.path)) {
      await next();
      return;
    }
    if (!isLoopback(ctx.req.socket.remoteAddress)) {
      ctx.status = 403;
      ctx.body = { error: 'the devnet answers only to this machine' };
      return;
    }
    const body = ctx.method === 'POST' ? await readAll(ctx.req) : null;
    const answer = await fetch(`${devnetUrl}${ctx.path}`, {
      method: ctx.method,
      signal: AbortSignal.timeout(30_000),
      ...(body === null ? {} : { body, headers: { 'content-type': 'application/json' } }),
    });
    ctx.status = answer.status;
    ctx.type = 'application/json';
    ctx.body = await answer.text();
  };
}

async function readAll(request: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    // One byte over is enough for the devnet to refuse it.
    chunks.push(chunk);
    if (size > bodyCapBytes) break;
  }
  return Buffer.concat(chunks).toString('utf8');
}

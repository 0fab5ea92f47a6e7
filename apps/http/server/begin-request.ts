import type { Entropy } from '@interline/ports';
import { dropRest } from './body/drop-rest.ts';
import type { HttpContext } from './http-state.ts';
import { clientAddress } from './limits/client-address.ts';
import { networkOf } from './limits/network-of.ts';
import type { IsProxy } from './limits/trusted-proxies.ts';
import type { Next } from 'koa';

/** Names the request, for logs and error bodies, and ties a signal to its client. */
export function beginRequest(
  entropy: Entropy,
  isProxy: IsProxy,
): (ctx: HttpContext, next: Next) => Promise<void> {
  return async (ctx, next) => {
    const requestId = readRequestId(ctx.req.headers['x-request-id']) ?? entropy.hex(16);
    const gone = new AbortController();
    ctx.res.once('close', () => {
      if (!ctx.res.writableFinished) gone.abort(new Error('the client went away'));
    });
    ctx.state = {
      requestId,
      network: networkOf(clientAddress(ctx.req, isProxy)),
      signal: gone.signal,
      endpoint: null,
    };
    ctx.res.setHeader('x-request-id', requestId);
    ctx.res.setHeader('x-content-type-options', 'nosniff');
    await next();
    dropRest(ctx.req);
  };
}

/** A client's own id, where it is harmless in logs and headers. */
function readRequestId(header: string | string[] | undefined): string | null {
  return typeof header === 'string' && /^[A-Za-z0-9._-]{1,64}$/.test(header) ? header : null;
}

import type { Endpoint } from './endpoint.ts';
import { parseJsonObject } from './body/parse-json-object.ts';
import { readBody } from './body/read-body.ts';
import type { HttpDeps } from './http-deps.ts';
import type { HttpContext } from './http-state.ts';
import { readQuery } from './read/read-query.ts';

const standardBodyCapBytes = 65_536;
const noBody = Buffer.alloc(0);

/** Runs one row of the table for one request. */
export function answerRequest(endpoint: Endpoint, endpoints: readonly Endpoint[], deps: HttpDeps): (ctx: HttpContext) => Promise<void> {
  const { request, cache } = endpoint;
  const cacheControl = cache === undefined ? 'no-store' : `public, max-age=${cache.maxAgeSec}`;
  const capBytes = deps.bodyCapBytes ?? standardBodyCapBytes;
  return async (ctx) => {
    const { req, state } = ctx;
    state.endpoint = endpoint;
    const rawBody = request.body === undefined ? noBody : await readBody(req, capBytes);
    const body = await endpoint.answer({
      query: request.query === undefined ? {} : readQuery(ctx.querystring),
      body: request.body === undefined ? {} : parseJsonObject(rawBody),
      rawBody,
      headers: req.headers,
      address: req.socket.remoteAddress ?? '',
      signal: state.signal,
      deps,
      endpoints,
    });
    ctx.set('cache-control', cacheControl);
    ctx.body = body;
  };
}

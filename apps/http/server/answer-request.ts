import { parseJsonObject } from './body/parse-json-object.ts';
import { readBody, standardBodyCapBytes } from './body/read-body.ts';
import { keepToOrigins } from './cross-origin/cross-origin.ts';
import type { Endpoint, EndpointInput } from './endpoint.ts';
import { followAnswers, standardPace } from './events/follow-answers.ts';
import type { HttpDeps } from './http-deps.ts';
import type { HttpContext } from './http-state.ts';
import { answerKept } from './idempotency/answer-kept.ts';
import { keepsAnswer } from './idempotency/keeps-answer.ts';
import { admitRequest } from './limits/admit-request.ts';
import { namesType } from './parse/names-type.ts';
import { readQuery } from './parse/read-query.ts';
import { answerTagged } from './present/answer-tagged.ts';

const noBody = Buffer.alloc(0);

/** Runs one row of the table for one request. */
export function answerRequest(
  endpoint: Endpoint,
  endpoints: readonly Endpoint[],
  deps: HttpDeps,
): (ctx: HttpContext, params?: EndpointInput['params']) => Promise<void> {
  const { request, cache } = endpoint;
  const cacheControl = cache === undefined ? 'no-store' : `public, max-age=${cache.maxAgeSec}`;
  const capBytes = deps.bodyCapBytes ?? standardBodyCapBytes;
  const admit = admitRequest(endpoint, deps);
  const keepOrigin = keepToOrigins(endpoint, deps.executeOrigins);
  const stream =
    endpoint.follow === undefined
      ? null
      : followAnswers(endpoint, endpoint.follow, deps.streamPace ?? standardPace);
  const isKept = keepsAnswer(endpoint);
  return async (ctx, params = {}) => {
    const { req, state } = ctx;
    state.endpoint = endpoint;
    keepOrigin(ctx);
    let read: Promise<Buffer> | null = null;
    const readOnce = (): Promise<Buffer> =>
      (read ??= request.body === undefined ? Promise.resolve(noBody) : readBody(req, capBytes));
    await admit(ctx, readOnce);
    const rawBody = await readOnce();
    const input: EndpointInput = {
      params,
      query: request.query === undefined ? {} : readQuery(ctx.querystring),
      body: request.body === undefined ? {} : parseJsonObject(rawBody),
      rawBody,
      headers: req.headers,
      address: state.network,
      signal: state.signal,
      deps,
      markReplayed: () => ctx.set('idempotent-replayed', 'true'),
      endpoints,
    };
    if (
      stream !== null &&
      ctx.method === 'GET' &&
      namesType(req.headers.accept, 'text/event-stream')
    ) {
      await stream(ctx, input, deps.closing);
      return;
    }
    const body = isKept ? await answerKept(endpoint, input) : await endpoint.answer(input);
    ctx.set('cache-control', cacheControl);
    if (cache !== undefined) {
      answerTagged(ctx, JSON.stringify(body), 'json');
      return;
    }
    ctx.body = body;
    if (isKept) ctx.type = 'json';
  };
}

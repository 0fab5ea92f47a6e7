import { type ErrorCode, isRelayError, laneClient, RelayError } from '@interline/kernel';
import type { Log } from '@interline/ports';
import type { Next } from 'koa';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { IncomingHttpHeaders } from 'node:http';
import { PaymentDue } from '../payments/payment-due.ts';
import { sellRequest } from '../payments/sell-request.ts';
import type { AnswerInside } from './answer-inside.ts';
import { parseJsonObject } from './body/parse-json.ts';
import { readBody, standardBodyCapBytes } from './body/read-body.ts';
import { keepToOrigins } from './cross-origin.ts';
import type { Endpoint, EndpointInput, Feed, Follow } from './endpoint.ts';
import { followAnswers, standardPace } from './follow/follow-answers.ts';
import { EventStream } from './follow/event-stream.ts';
import { type HoldOpen, openRoom } from './follow/open-room.ts';
import { streamFeed } from './follow/stream-feed.ts';
import { asksToWait, tagOf, waitForChange } from './follow/wait-for-change.ts';
import type { HttpDeps } from './http-deps.ts';
import type { HttpContext } from './http-state.ts';
import { answerKept } from './answer-kept.ts';
import { keepsAnswer } from './endpoint.ts';
import { admitRequest } from './limits/admit-request.ts';
import { laneNetwork } from './limits/lane-network.ts';
import { type PresentedPass, presentPass } from './limits/present-pass.ts';
import { askersOf, clientPseudonym } from './parse/caller.ts';
import { namesType, parseQuery } from './parse/parse-shape.ts';
import { answerTagged, answerUnder } from './present/answer-tagged.ts';
import { asProblem, presentError } from './present/present-error.ts';

const noBody = Buffer.alloc(0);

/** Runs one row of the table for one request. */
export function answerRequest(
  endpoint: Endpoint,
  endpoints: readonly Endpoint[],
  deps: HttpDeps,
  answerInside: AnswerInside,
): (ctx: HttpContext, params?: EndpointInput['params']) => Promise<void> {
  const { request, cache, binary } = endpoint;
  const hasBody = request.body !== undefined || binary?.takes !== undefined;
  const cacheControl = cache === undefined ? 'no-store' : `public, max-age=${cache.maxAgeSec}`;
  const capBytes = endpoint.bodyCapBytes ?? deps.bodyCapBytes ?? standardBodyCapBytes;
  const { admit, recognize, countInLane } = admitRequest(endpoint, deps);
  const present = presentPass(endpoint, deps);
  const admitOrSell = sellRequest(endpoint, deps);
  const keepOrigin = keepToOrigins(endpoint, deps.executeOrigins);
  const hold = openRoom(deps.notifier);
  const followed =
    endpoint.follow === undefined ? null : following(endpoint, endpoint.follow, deps, hold);
  const fed = endpoint.feed === undefined ? null : feeding(endpoint, endpoint.feed, deps, hold);
  const isKept = keepsAnswer(endpoint);
  const tracer = endpoint.isTraced === true ? deps.tracer : undefined;
  const answer = (input: EndpointInput): Promise<unknown> =>
    isKept ? answerKept(endpoint, input) : endpoint.answer(input);
  return async (ctx, params = {}) => {
    const { req, state } = ctx;
    state.endpoint = endpoint;
    keepOrigin(ctx);
    let read: Promise<Buffer> | null = null;
    const readOnce = (): Promise<Buffer> =>
      (read ??= hasBody ? readBody(req, capBytes, binary?.takes) : Promise.resolve(noBody));
    const pass = await present(ctx, readOnce);
    const client =
      state.network === laneNetwork
        ? laneClient(clientPseudonym(laneNetwork, pass === null ? deps.clientSalt : randomUUID()))
        : clientPseudonym(state.network, deps.clientSalt);
    const setStatus = (status: number): void => {
      ctx.status = status;
    };
    const setHeader = (name: string, value: string): void => ctx.set(name, value);
    if (pass === null) {
      const { headers } = req;
      const { network, signal } = state;
      const asking = { headers, address: network, client, signal, deps, setStatus, setHeader };
      const admission = await admitOrSell({ ...asking, path: ctx.originalUrl }, () => admit(ctx));
      if (admission === 'paid') await recognize(ctx);
    }
    const rawBody = await readOnce();
    const input: EndpointInput = {
      params,
      query: request.query === undefined ? {} : parseQuery(ctx.querystring),
      body: request.body === undefined ? {} : bodyIn(rawBody, pass),
      rawBody,
      takesBody: hasBody,
      method: ctx.method,
      target: req.url ?? ctx.path,
      headers: pass === null ? req.headers : withoutNames(req.headers),
      address: state.network,
      client,
      // A pass pays for one request, so a request with a pass shares no quota with any other.
      askedBy: pass === null ? askersOf(state, deps.clientSalt) : [randomUUID()],
      keyHash: pass === null ? state.keyHash : null,
      hasPass: pass !== null,
      signal: state.signal,
      isCommitted: false,
      deps,
      countInLane: (own) => countInLane(ctx, own),
      spendPass: async () => pass?.spend(),
      async payWithin(work) {
        if (pass === null) throw new RelayError('PASS_REQUIRED');
        return pass.payWithin(work);
      },
      markReplayed: () => ctx.set('idempotent-replayed', 'true'),
      setStatus,
      setHeader,
      holdOpen(routeId) {
        state.isHeldOpen = true;
        return hold(ctx, { address: state.network }, routeId);
      },
      endpoints,
      answerInside,
    };
    const streams = fed ?? followed;
    if (
      streams !== null &&
      ctx.method === 'GET' &&
      namesType(req.headers.accept, 'text/event-stream')
    ) {
      const begin = (): Promise<void> => streams.stream(ctx, input);
      await (pass === null ? begin() : pass.open(begin));
      return;
    }
    const make = (): Promise<unknown> =>
      followed !== null && asksToWait(input) ? followed.wait(ctx, input) : answer(input);
    const body =
      pass !== null
        ? await answerPaid(input, pass, make)
        : tracer !== undefined && state.network !== laneNetwork
          ? await tracer.receive(
              { name: `${endpoint.method} ${endpoint.path}` },
              req.headers['traceparent'],
              make,
            )
          : await make();
    if (!ctx.res.hasHeader('cache-control')) ctx.set('cache-control', cacheControl);
    if (body instanceof EventStream) {
      ctx.set('x-accel-buffering', 'no');
      ctx.type = 'text/event-stream';
      ctx.body = Readable.from(body.events);
      return;
    }
    if (binary?.hasJson === true) ctx.vary('accept');
    const bytes = binary !== undefined && body instanceof Uint8Array ? Buffer.from(body) : null;
    if (cache !== undefined) {
      answerTagged(
        ctx,
        bytes ?? JSON.stringify(body),
        bytes === null ? 'json' : typeIn(binary, input),
      );
      return;
    }
    if (followed !== null) {
      answerUnder(ctx, JSON.stringify(body), 'json', followed.tagOf(body), true);
      return;
    }
    if (bytes !== null) {
      ctx.body = bytes;
      ctx.type = typeIn(binary, input);
      return;
    }
    ctx.body = body;
    if (isKept) ctx.type = 'json';
  };

  async function answerPaid(
    input: EndpointInput,
    pass: PresentedPass,
    make: () => Promise<unknown>,
  ): Promise<unknown> {
    const { body, isRepeat } = await pass.answer(make);
    if (isRepeat) input.markReplayed();
    return body;
  }
}

/** The ways to learn of a change without asking again and again. */
function following(endpoint: Endpoint, follow: Follow, deps: HttpDeps, hold: HoldOpen) {
  const { streamPace: pace = standardPace } = deps;
  const stream = followAnswers(endpoint, follow, pace, hold);
  const wait = waitForChange(endpoint, follow, pace, hold);
  return {
    stream: (ctx: HttpContext, input: EndpointInput) => stream(ctx, input, stopOf(input, deps)),
    wait: (ctx: HttpContext, input: EndpointInput) => wait(ctx, input, stopOf(input, deps)),
    tagOf: (answer: unknown) => tagOf(follow, answer),
  };
}

function typeIn(binary: Endpoint['binary'], { query }: Pick<EndpointInput, 'query'>): string {
  return binary?.typeFor?.(query) ?? binary?.answers ?? 'json';
}

/** Streams of what comes in order. */
function feeding(endpoint: Endpoint, feed: Feed, deps: HttpDeps, hold: HoldOpen) {
  const { streamPace: pace = standardPace } = deps;
  const stream = streamFeed(endpoint, feed, pace, hold);
  return {
    stream: (ctx: HttpContext, input: EndpointInput) => stream(ctx, input, stopOf(input, deps)),
  };
}

function stopOf({ signal }: EndpointInput, { closing }: Pick<HttpDeps, 'closing'>): AbortSignal {
  return closing === undefined ? signal : AbortSignal.any([signal, closing]);
}

/**
 * With a pass, headers that name the client, or that the service would store with an address, are
 * ignored.
 */
function withoutNames(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { 'idempotency-key': _key, 'x-svc-key': _name, ...others } = headers;
  return others;
}

/** A pass in the body is not part of the question. */
function bodyIn(rawBody: Buffer, pass: PresentedPass | null): Readonly<Record<string, unknown>> {
  const body = parseJsonObject(rawBody);
  if (pass === null) return body;
  const { pass: _spent, ...asked } = body;
  return asked;
}

const problemType = 'application/problem+json';

/**
 * The one place where an error becomes a status. An error that is not in the catalogue is
 * `INTERNAL`, and only the log gets its text.
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
      const reply = presentError(error, { basePath, requestId, endpoint });
      report(log, ctx, error, reply.status);
      ctx.status = error instanceof PaymentDue ? 402 : reply.status;
      ctx.set(reply.headers);
      // RFC 9458, section 5.3: refusals of sealed requests use RFC 9457.
      const isSealed = endpoint?.binary?.takes !== undefined;
      const asked =
        isSealed || namesType(ctx.req.headers.accept, problemType)
          ? problemType
          : 'application/json';
      ctx.body = asked === problemType ? asProblem(reply, error.code) : reply.body;
      ctx.type = asked;
    }
  };
}

/** What a service at work answers when it is asked too early, or while an operator paused it. */
const byDesign: ReadonlySet<ErrorCode> = new Set(['NOT_READY', 'PAUSED']);

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
  else if (byDesign.has(error.code)) log.info('request-refused', fields);
  else log.error('request-failed', { ...fields, ...faultOf(error.cause ?? error) });
}

function faultOf(fault: unknown): { fault: string; at: string } {
  if (!(fault instanceof Error)) return { fault: typeof fault, at: '' };
  const frame = fault.stack?.split('\n').find((line) => line.startsWith('    at ')) ?? '';
  return { fault: fault.name, at: frame.trim() };
}

import Router, { type RouterContext } from '@koa/router';
import Koa from 'koa';
import type { Context } from 'koa';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { readJsonBody } from '../http/read-request.ts';
import type { RequestFault } from './fault-board.ts';
import type { Order } from './order.ts';
import {
  type EngineRequest,
  type QuoteEndpoint,
  Refused,
  type StandIn,
  type StatusEndpoint,
} from './stand-in.ts';
import type { UpstreamDesk } from './upstream-desk.ts';

/** How long a deposit stays unknown under `not-found-then-found`. */
const unknownMs = 1_500;

const slowAnswerMs = 10_000;

const retryAfterSec = 2;

/** The HTTP server of one engine; `answerMs` is its delay before each response. */
export function engineApp(desk: UpstreamDesk, answerMs: number, log: (line: string) => void): Koa {
  const { quotes, statuses, others = [] } = desk.standIn;
  const router = new Router();
  for (const endpoint of quotes) {
    router.register(endpoint.path, [endpoint.method], (ctx) => serveQuote(ctx, desk, endpoint));
  }
  for (const endpoint of statuses) {
    router.register(endpoint.path, [endpoint.method], (ctx) => serveStatus(ctx, desk, endpoint));
  }
  for (const endpoint of others) {
    router.register(endpoint.path, [endpoint.method], async (ctx) => {
      const request = await requestOf(ctx);
      if (await misbehave(ctx, desk.faults.take('request', null), desk.standIn)) return;
      Object.assign(ctx, endpoint.serve(request, { assets: desk.assets, book: desk.orders }));
    });
  }

  const app = new Koa();
  app.on('error', (error: Error) =>
    log(`the stand-in of ${desk.standIn.engine} failed: ${error.message}`),
  );
  app.use(async (ctx, next) => {
    if (answerMs > 0) await sleep(answerMs);
    try {
      await next();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      Object.assign(ctx, desk.standIn.refusal(error.refusal));
    }
  });
  app.use(router.routes());
  return app;
}

async function serveQuote(
  ctx: RouterContext,
  desk: UpstreamDesk,
  endpoint: QuoteEndpoint,
): Promise<void> {
  const request = await requestOf(ctx);
  const { assets, standIn } = desk;
  const estimated = endpoint.estimate?.(request, { assets, tariff: standIn.tariff }) ?? null;
  if (estimated !== null) {
    if (await misbehave(ctx, desk.faults.take('request', null), standIn)) return;
    ctx.body = estimated;
    return;
  }
  const ask = endpoint.read(request);
  if (await misbehave(ctx, desk.faults.take('request', ask.recipient), desk.standIn)) return;
  ctx.body = await desk.quote(endpoint, request, ask);
}

async function serveStatus(
  ctx: RouterContext,
  desk: UpstreamDesk,
  endpoint: StatusEndpoint,
): Promise<void> {
  const request = await requestOf(ctx);
  const order = endpoint.find(request, desk.orders);
  const recipient = order?.offer.ask.recipient ?? null;
  if (await misbehave(ctx, desk.faults.take('request', recipient), desk.standIn)) return;

  const fault = desk.faults.take('status', recipient);
  if (fault === 'silent-status') return neverAnswer(ctx);
  const known = fault === 'not-found-then-found' && isFresh(order) ? undefined : order;
  Object.assign(ctx, endpoint.tell(known, request));
}

function isFresh(order: Order | undefined): boolean {
  return Date.now() - (order?.depositedAtMs ?? Date.now()) < unknownMs;
}

async function requestOf(ctx: RouterContext): Promise<EngineRequest> {
  const query = Object.entries(ctx.query).map(([name, value]) => [
    name,
    Array.isArray(value) ? value[0] : value,
  ]);
  return {
    params: ctx.params,
    query: Object.fromEntries(query) as Record<string, string>, // CAST: a query's values are text.
    body: ctx.method === 'POST' ? await readJsonBody(ctx.req) : undefined,
  };
}

/** Plays the fault; true when the request then has its response, or never gets one. */
async function misbehave(
  ctx: Context,
  fault: RequestFault | undefined,
  standIn: StandIn,
): Promise<boolean> {
  switch (fault) {
    case undefined:
      return false;
    case 'rate-limited': {
      ctx.set('retry-after', String(retryAfterSec));
      Object.assign(ctx, standIn.refusal({ kind: 'rate-limited' }));
      return true;
    }
    case 'html-502': {
      ctx.status = 502;
      ctx.type = 'html';
      ctx.body =
        '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>';
      return true;
    }
    case 'garbage-json': {
      ctx.type = 'json';
      ctx.body = '{"estimate":{"toAmount":"99';
      return true;
    }
    case 'slow': {
      await sleep(slowAnswerMs, undefined, { ref: false });
      return false;
    }
    case 'hang': {
      await neverAnswer(ctx);
      return true;
    }
  }
}

/** Holds the request until its caller gives up or the server closes. */
async function neverAnswer(ctx: Context): Promise<void> {
  ctx.respond = false;
  await once(ctx.res, 'close');
}

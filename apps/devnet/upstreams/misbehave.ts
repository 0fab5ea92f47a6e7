import type { Context } from 'koa';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RequestFault } from './fault.ts';
import type { StandIn } from './stand-in.ts';

const slowAnswerMs = 10_000;
const retryAfterSec = 2;

/**
 * Does what the fault says; true when the request has its answer by that, or shall never get one.
 */
export async function misbehave(
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
export async function neverAnswer(ctx: Context): Promise<void> {
  ctx.respond = false;
  await once(ctx.res, 'close');
}

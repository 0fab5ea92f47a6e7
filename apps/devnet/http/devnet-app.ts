import Router from '@koa/router';
import Koa from 'koa';
import type { DevnetReport } from '../devnet-chain.ts';
import type { DevnetTill } from '../faucet/devnet-till.ts';
import { readFaucetRequest } from '../faucet/read-faucet-request.ts';
import { readRelayerRequest } from '../faucet/read-relayer-request.ts';
import { readFaultRequest } from '../upstreams/read-fault-request.ts';
import { upstreamsReport } from '../upstreams/upstreams-report.ts';
import type { Upstreams } from '../upstreams/upstreams.ts';
import { isLoopback } from './is-loopback.ts';
import { readJsonBody } from './read-json-body.ts';
import { RequestRefused } from './request-refused.ts';

const endpoints =
  'GET /devnet, POST /devnet/faucet, POST /devnet/relayer, GET and POST /devnet/upstreams';

export type DevnetDoors = {
  report: DevnetReport;
  till: DevnetTill;
  upstreams: Upstreams;
  log: (line: string) => void;
};

/**
 * The devnet's HTTP face. It hands out money without asking who comes, so it serves this machine
 * only.
 */
export function devnetApp({ report, till, upstreams, log }: DevnetDoors): Koa {
  const router = new Router();
  router.get('/devnet', (ctx) => {
    ctx.body = report;
  });
  router.post('/devnet/faucet', async (ctx) => {
    ctx.body = await till.give(readFaucetRequest(await readJsonBody(ctx.req), report.chains));
  });
  router.post('/devnet/relayer', async (ctx) => {
    ctx.body = await till.grant(readRelayerRequest(await readJsonBody(ctx.req)));
  });
  router.get('/devnet/upstreams', (ctx) => {
    ctx.body = upstreamsReport(upstreams);
  });
  router.post('/devnet/upstreams', async (ctx) => {
    const { desks, fault, recipient, times } = readFaultRequest(
      await readJsonBody(ctx.req),
      upstreams.desks,
    );
    for (const { faults } of desks) {
      if (fault === null) faults.clear(recipient);
      else faults.post({ fault, recipient, times });
    }
    ctx.body = { engines: desks.map(({ standIn }) => standIn.engine), fault, recipient, times };
  });

  const app = new Koa();
  app.use(async (ctx, next) => {
    try {
      if (!isLoopback(ctx.req.socket.remoteAddress))
        throw new RequestRefused(403, 'the devnet serves its own machine only');
      await next();
      if (ctx.status === 404)
        throw new RequestRefused(
          404,
          `there is no ${ctx.method} ${ctx.path}; there are ${endpoints}`,
        );
    } catch (error) {
      answerFault(ctx, error, log);
    }
  });
  app.use(router.routes());
  return app;
}

function answerFault(ctx: Koa.Context, error: unknown, log: (line: string) => void): void {
  const message = error instanceof Error ? error.message : String(error);
  ctx.status = error instanceof RequestRefused ? error.status : 502;
  ctx.body = { error: message };
  // The rest of an oversized body is not read, so the connection cannot be used again.
  if (ctx.status === 413) ctx.set('connection', 'close');
  if (ctx.status === 502) log(`${ctx.method} ${ctx.path} failed: ${message}`);
}

import Router from '@koa/router';
import Koa from 'koa';
import type { RegtestNode } from '../bitcoin/regtest-node.ts';
import type { DevnetReport } from '../devnet-report.ts';
import type { DevnetFaucet } from '../faucet/devnet-faucet.ts';
import { readFaucetRequest, readRelayerRequest } from '../faucet/read-faucet-request.ts';
import { readFaultRequest } from '../upstreams/read-fault-request.ts';
import type { DevnetWitnesses } from '../processes/start-witnesses.ts';
import { type Upstreams, upstreamsReport } from '../upstreams/upstreams.ts';
import { addBitcoinRoutes } from './bitcoin-routes.ts';
import { refuseOtherTypes, refuseStrangers } from './own-machine.ts';
import { readFields, readJsonBody, RequestRefused, shown } from './read-request.ts';

const endpoints =
  'GET /devnet, POST /devnet/faucet, POST /devnet/relayer, GET and POST /devnet/upstreams, POST /devnet/bitcoin/faucet, POST /devnet/bitcoin/mine, POST /devnet/witnesses';

export type DevnetParts = {
  report: DevnetReport;
  faucet: DevnetFaucet;
  upstreams: Upstreams;
  bitcoin: RegtestNode | null;
  witnesses: DevnetWitnesses;
  log: (line: string) => void;
};

/** The devnet's HTTP server. It gives money to every caller, so it serves only this machine. */
export function devnetApp({
  report,
  faucet,
  upstreams,
  bitcoin,
  witnesses,
  log,
}: DevnetParts): Koa {
  const router = new Router();
  router.get('/devnet', (ctx) => {
    ctx.body = report;
  });
  router.post('/devnet/faucet', async (ctx) => {
    ctx.body = await faucet.giveFinal(
      readFaucetRequest(await readJsonBody(ctx.req), report.chains),
    );
  });
  router.post('/devnet/relayer', async (ctx) => {
    ctx.body = await faucet.grant(readRelayerRequest(await readJsonBody(ctx.req)));
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
  router.post('/devnet/witnesses', async (ctx) => {
    const { log: vkey } = readFields(await readJsonBody(ctx.req), 'the body', ['log']);
    if (typeof vkey !== 'string')
      throw new RequestRefused(400, `log is ${shown(vkey)}; wanted the verifier key of a log`);
    await witnesses.addLog(vkey).catch((error: unknown) => {
      throw new RequestRefused(400, error instanceof Error ? error.message : String(error));
    });
    ctx.body = { watchedBy: report.witnesses.map(({ name }) => name) };
  });
  addBitcoinRoutes(router, bitcoin);

  const app = new Koa();
  app.use(async (ctx, next) => {
    try {
      refuseStrangers(ctx.req);
      refuseOtherTypes(ctx.req);
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

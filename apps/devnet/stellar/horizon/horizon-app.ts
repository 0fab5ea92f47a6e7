import Router from '@koa/router';
import Koa from 'koa';
import { refuseStrangers } from '../../http/own-machine.ts';
import { RequestRefused } from '../../http/read-request.ts';
import type { StellarDesk } from '../stellar-desk.ts';
import { serveDevnet, type StartHorizon } from './devnet-routes.ts';
import { serveReads } from './read-routes.ts';
import { HorizonProblem, notFound } from './problem.ts';
import { serveSubmissions } from './submit-routes.ts';

export type HorizonStart = { log: (line: string) => void; startHorizon: StartHorizon };

/** The ledger's HTTP server: Horizon's paths, `/friendbot`, and `/devnet/...` for tests. */
export function horizonApp(desk: StellarDesk, { log, startHorizon }: HorizonStart): Koa {
  const router = new Router();
  serveReads(router, desk);
  serveSubmissions(router, desk);
  serveDevnet(router, desk, startHorizon);

  const app = new Koa();
  app.on('error', (error: Error) => log(`the stellar ledger failed: ${error.message}`));
  app.use(async (ctx, next) => {
    try {
      refuseStrangers(ctx.req);
      if (desk.faults.has('down') && !ctx.path.startsWith('/devnet/'))
        throw new HorizonProblem(503, 'service_unavailable', 'Unavailable', 'Horizon is down');
      await next();
      if (ctx.status === 404) throw notFound(`resource ${ctx.path}`);
      ctx.set('latest-ledger', String(desk.faults.view().ledgers.length));
    } catch (error) {
      const problem = problemOf(error);
      ctx.status = problem.body.status;
      ctx.body = JSON.stringify(problem.body);
      ctx.type = 'application/problem+json';
      if (ctx.status === 500) log(`${ctx.method} ${ctx.path} failed: ${String(error)}`);
    }
  });
  app.use(router.routes());
  return app;
}

function problemOf(error: unknown): HorizonProblem {
  if (error instanceof HorizonProblem) return error;
  if (error instanceof RequestRefused)
    return new HorizonProblem(error.status, 'bad_request', 'Bad Request', error.message);
  return new HorizonProblem(500, 'server_error', 'Internal Server Error', 'see the devnet log');
}

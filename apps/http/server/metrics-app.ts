import Koa from 'koa';
import type { ReadyReport } from './http-deps.ts';

const paths: ReadonlySet<string> = new Set(['/metrics', '/readyz', '/healthz']);

export interface MetricsText {
  readonly contentType: string;
  readonly text: string;
}

/**
 * Serves GET /metrics, /readyz and /healthz on an address of their own, without authentication.
 * Clients that take all connections of the service's address cannot hide here whether the process
 * lives and is ready.
 */
export function createMetricsApp(
  read: () => Promise<MetricsText>,
  isReady: () => ReadyReport,
): Koa {
  const app = new Koa();
  app.use(async (ctx) => {
    if (!paths.has(ctx.path)) return;
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      ctx.set('allow', 'GET, HEAD');
      ctx.status = 405;
      return;
    }
    ctx.set('cache-control', 'no-store');
    if (ctx.path === '/healthz') {
      ctx.body = { status: 'alive' };
      return;
    }
    if (ctx.path === '/readyz') {
      const { checks } = isReady();
      ctx.status = checks.every((check) => check.isUp) ? 200 : 503;
      ctx.body = {
        checks: Object.fromEntries(
          checks.map((check) => [check.name, check.isUp ? 'up' : check.code]),
        ),
      };
      return;
    }
    const metrics = await read().catch(() => null);
    if (metrics === null) {
      // The store does not answer; the failed scrape shows it.
      ctx.status = 503;
      return;
    }
    ctx.set('content-type', metrics.contentType);
    ctx.body = metrics.text;
  });
  return app;
}

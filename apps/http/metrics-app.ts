import Koa from 'koa';

export interface MetricsText {
  readonly contentType: string;
  readonly text: string;
}

/** Serves GET /metrics and nothing else; for an address of its own, since it asks nobody who they are. */
export function createMetricsApp(read: () => Promise<MetricsText>): Koa {
  const app = new Koa();
  app.use(async (ctx) => {
    if (ctx.path !== '/metrics') return;
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      ctx.set('allow', 'GET, HEAD');
      ctx.status = 405;
      return;
    }
    const metrics = await read().catch(() => null);
    ctx.set('cache-control', 'no-store');
    if (metrics === null) {
      // The journal does not answer, and a scrape that fails is what tells of it.
      ctx.status = 503;
      return;
    }
    ctx.set('content-type', metrics.contentType);
    ctx.body = metrics.text;
  });
  return app;
}

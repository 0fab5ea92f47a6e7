import { endpoints } from '@interline/http';
import Koa from 'koa';

/**
 * The least a service can do with a quote's body: parse it, validate it by the endpoint's own
 * shape, answer.
 */
export function bareKoa(): Koa {
  const shape = endpoints.find(
    ({ method, path }) => method === 'POST' && path === '/api/route/quote',
  )?.request.body;
  if (shape === undefined) throw new Error('the table has no POST /api/route/quote');
  const app = new Koa();
  app.use(async (ctx) => {
    const chunks: Buffer[] = [];
    // CAST: the request has no encoding.
    for await (const chunk of ctx.req) chunks.push(chunk as Buffer);
    ctx.body = shape.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')));
  });
  return app;
}

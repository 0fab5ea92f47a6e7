import Router from '@koa/router';
import { RelayError } from '@interline/kernel';
import { answerRequest } from './answer-request.ts';
import { answerPreflight, preflightedMethod } from './cross-origin/answer-preflight.ts';
import { keepToOrigins } from './cross-origin/cross-origin.ts';
import type { Endpoint } from './endpoint.ts';
import type { HttpDeps } from './http-deps.ts';
import type { HttpContext, HttpState } from './http-state.ts';
import type { Next } from 'koa';

/**
 * Sends each request to its row of the table. Paths without parameters are found by one look into a
 * map.
 */
export function routeRequests(
  endpoints: readonly Endpoint[],
  deps: HttpDeps,
): (ctx: HttpContext) => Promise<void> {
  const router = new Router<HttpState>({ sensitive: true, strict: true });
  const direct = new Map<string, (ctx: HttpContext) => Promise<void>>();
  const keepOrigin = new Map<string, (ctx: HttpContext) => void>();
  for (const endpoint of endpoints) {
    const path = endpoint.atRoot ? endpoint.path : `${deps.basePath}${endpoint.path}`;
    const answer = answerRequest(endpoint, endpoints, deps);
    const pattern = path.replace(/\{(\w+)\}/g, ':$1');
    router.register(pattern, [endpoint.method], (ctx) => answer(ctx, ctx.params));
    keepOrigin.set(`${endpoint.method} ${pattern}`, keepToOrigins(endpoint, deps.executeOrigins));
    if (endpoint.request.params === undefined) direct.set(`${endpoint.method} ${path}`, answer);
  }
  // CAST: the router itself adds what its own context type asks for beyond ours.
  const routed = router.routes() as (ctx: HttpContext, next: Next) => Promise<unknown>;

  return async (ctx) => {
    const answer = direct.get(`${ctx.method} ${ctx.path}`);
    if (answer !== undefined) await answer(ctx);
    else await routed(ctx, async () => answerOthers(ctx));
  };

  function answerOthers(ctx: HttpContext): void {
    const wanted = preflightedMethod(ctx);
    const layers = router.match(ctx.path, ctx.method).path;
    if (wanted === null || layers.length === 0) refuse(router, ctx);
    for (const layer of layers) keepOrigin.get(`${wanted} ${String(layer.path)}`)?.(ctx);
    answerPreflight(ctx, [...new Set(layers.flatMap(({ methods }) => methods))].sort());
  }
}

/**
 * The router itself says which methods the path has, so `Allow` cannot disagree with what is
 * served.
 */
function refuse(router: Router<HttpState>, { method, path }: HttpContext): never {
  const shownPath = path.length > 60 ? `a path of ${path.length} characters` : path;
  const allow = [
    ...new Set(router.match(path, method).path.flatMap((layer) => layer.methods)),
  ].sort();
  if (allow.length === 0) throw new RelayError('NOT_FOUND', {}, `there is nothing at ${shownPath}`);
  throw new RelayError(
    'METHOD_NOT_ALLOWED',
    { allow },
    `${shownPath} does not answer to ${method}; it answers to ${allow.join(', ')}`,
  );
}

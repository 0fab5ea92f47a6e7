import Koa from 'koa';
import Router from '@koa/router';
import { RelayError } from '@interline/kernel';
import type { Entropy } from '@interline/ports';
import type { Next } from 'koa';
import { type AnswerInside, answerInside } from './answer-inside.ts';
import { answerErrors, answerRequest } from './answer-request.ts';
import { dropRest } from './body/read-body.ts';
import { answerPreflight, nameOrigin, openToOrigins, preflightedMethod } from './cross-origin.ts';
import type { Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';
import type { HttpDeps } from './http-deps.ts';
import type { HttpContext, HttpState } from './http-state.ts';
import { clientAddress, type IsProxy, networkOf, trustedProxies } from './limits/client-address.ts';
import { measureAnswers } from './measure-answers.ts';
import { docsPages } from './pages/docs-pages.ts';
import { llmsPage } from './pages/llms-page.ts';
import { filePage } from './pages/page.ts';
import { rootPage } from './pages/root-page.ts';
import { servePages } from './pages/serve-pages.ts';
import { refuseBadTargets } from './refuse-bad-targets.ts';

export const shortestCredential = 16;

/** The service's HTTP face over its use cases. Throws on settings that could not be served. */
export function createHttpApp(deps: HttpDeps): Koa<HttpState> {
  checkSettings(deps);
  const app = new Koa<HttpState>();
  app.use(beginRequest(deps.entropy, trustedProxies(deps.trustedProxies)));
  app.use(measureAnswers(deps));
  app.use(openToOrigins);
  app.use(answerErrors(deps));
  app.use(refuseBadTargets);
  for (const middleware of deps.mounted ?? []) app.use(middleware);
  const { basePath } = deps;
  const ownPages = [...docsPages, llmsPage(endpoints, basePath), rootPage(basePath)];
  app.use(servePages([...(deps.pages ?? []).map(filePage), ...ownPages], basePath));
  app.use(
    routeRequests(
      endpoints,
      deps,
      answerInside(() => app.callback()),
    ),
  );
  // Only a socket that broke while a response was written gets here: no client is left to answer.
  app.on('error', (error: unknown) =>
    deps.log.debug('answer-lost', { fault: error instanceof Error ? error.name : typeof error }),
  );
  return app;
}

function checkSettings({ basePath, operators }: HttpDeps): void {
  if (!/^(\/[A-Za-z0-9._~-]+)*$/.test(basePath)) {
    throw new RangeError(
      `basePath is ${JSON.stringify(basePath)}; wanted nothing, or a path such as /gateway/v1 without a slash at its end`,
    );
  }
  for (const { name, token } of operators) {
    if (token.length < shortestCredential)
      throw new RangeError(
        `the token of operator "${name}" has ${token.length} characters; wanted at least ${shortestCredential}`,
      );
    const twin = operators.find((other) => other.name !== name && other.token === token);
    if (twin !== undefined)
      throw new RangeError(
        `the operators ${name} and ${twin.name} have one token; each needs its own, so that the audit can tell them apart`,
      );
  }
}

/** Names the request, for logs and error bodies, and ties a signal to its client. */
function beginRequest(
  entropy: Entropy,
  isProxy: IsProxy,
): (ctx: HttpContext, next: Next) => Promise<void> {
  return async (ctx, next) => {
    const requestId = parseRequestId(ctx.req.headers['x-request-id']) ?? entropy.hex(16);
    const gone = new AbortController();
    ctx.res.once('close', () => {
      if (!ctx.res.writableFinished) gone.abort(new Error('the client went away'));
    });
    ctx.state = {
      requestId,
      network: networkOf(clientAddress(ctx.req, isProxy)),
      keyHash: null,
      signal: gone.signal,
      isHeldOpen: false,
      endpoint: null,
    };
    ctx.res.setHeader('x-request-id', requestId);
    ctx.res.setHeader('x-content-type-options', 'nosniff');
    await next();
    dropRest(ctx.req);
  };
}

/** A client's own id, where it is harmless in logs and headers. */
function parseRequestId(header: string | string[] | undefined): string | null {
  return typeof header === 'string' && /^[A-Za-z0-9._-]{1,64}$/.test(header) ? header : null;
}

/**
 * Sends each request to its row of the table. Paths without parameters are found by one look into a
 * map.
 */
function routeRequests(
  endpoints: readonly Endpoint[],
  deps: HttpDeps,
  inside: AnswerInside,
): (ctx: HttpContext) => Promise<void> {
  const router = new Router<HttpState>({ sensitive: true, strict: true });
  const isRetired = retiredBelow(`${deps.basePath}/api/messages`, deps);
  const direct = new Map<string, (ctx: HttpContext) => Promise<void>>();
  const nameOrigins = new Map<string, (ctx: HttpContext) => void>();
  for (const endpoint of endpoints) {
    const path = endpoint.atRoot ? endpoint.path : `${deps.basePath}${endpoint.path}`;
    const answer = answerRequest(endpoint, endpoints, deps, inside);
    // The router takes a colon for the beginning of a parameter: `{id}:cancel` has one of its own.
    const pattern = path.replace(/:/g, '\\:').replace(/\{(\w+)\}/g, ':$1');
    router.register(pattern, [endpoint.method], (ctx) => answer(ctx, ctx.params));
    nameOrigins.set(`${endpoint.method} ${pattern}`, nameOrigin(endpoint, deps.executeOrigins));
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
    if (layers.length === 0 && isRetired(ctx.path)) throw new RelayError('MESSAGING_RETIRED');
    if (wanted === null || layers.length === 0) refuse(router, ctx);
    for (const layer of layers) nameOrigins.get(`${wanted} ${String(layer.path)}`)?.(ctx);
    answerPreflight(ctx, [...new Set(layers.flatMap(({ methods }) => methods))].sort());
  }
}

/**
 * Whether a path without a row is one of the former paths of messages; always false where there are
 * no messages.
 */
function retiredBelow(
  root: string,
  { useCases }: Pick<HttpDeps, 'useCases'>,
): (path: string) => boolean {
  return (path) => useCases.messaging.isEnabled && (path === root || path.startsWith(`${root}/`));
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

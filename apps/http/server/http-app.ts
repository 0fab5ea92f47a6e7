import Koa from 'koa';
import { refuseBadTargets } from './refuse-bad-targets.ts';
import { answerErrors } from './answer-errors.ts';
import { beginRequest } from './begin-request.ts';
import { openToOrigins } from './cross-origin/cross-origin.ts';
import { endpoints } from './endpoints.ts';
import type { HttpDeps } from './http-deps.ts';
import type { HttpState } from './http-state.ts';
import { trustedProxies } from './limits/trusted-proxies.ts';
import { measureAnswers } from './measure-answers.ts';
import { docsPages } from './pages/docs-pages.ts';
import { llmsPage } from './pages/llms-page.ts';
import { servePages } from './pages/serve-pages.ts';
import { routeRequests } from './route-requests.ts';

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
  app.use(servePages([...docsPages, llmsPage(endpoints, deps.basePath)], deps.basePath));
  app.use(routeRequests(endpoints, deps));
  // What reaches this is a socket that broke while an answer was written; nobody is left to tell.
  app.on('error', (error: unknown) =>
    deps.log.debug('answer-lost', { fault: error instanceof Error ? error.name : typeof error }),
  );
  return app;
}

function checkSettings({ basePath, operatorToken }: HttpDeps): void {
  if (!/^(\/[A-Za-z0-9._~-]+)*$/.test(basePath)) {
    throw new RangeError(
      `basePath is ${JSON.stringify(basePath)}; wanted nothing, or a path such as /gateway/v1 without a slash at its end`,
    );
  }
  if (operatorToken !== null && operatorToken.length < shortestCredential) {
    throw new RangeError(
      `operatorToken has ${operatorToken.length} characters; wanted at least ${shortestCredential}, or null for none`,
    );
  }
}

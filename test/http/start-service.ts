import { miniSearch } from '@interline/adapters/passage-search';
import { createHttpApp, type Endpoint, endpoints, serve, type Serving } from '@interline/http';
import { fakeAskQuestion, type FakeDeps, fakeHttpDeps } from '@interline/http/testing';
import { checkAnswer } from './check-answer.ts';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

export interface Service {
  readonly url: string;
  readonly deps: FakeDeps;
  /** Asks and checks the answer against the endpoint's own row of the table. */
  get(path: string, headers?: Record<string, string>): Promise<Reply>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Reply>;
  delete(path: string): Promise<Reply>;
  close(): Promise<void>;
}

/** The whole app over fakes, on a port of its own. */
export async function startService(
  change: Parameters<typeof fakeHttpDeps>[0] = {},
): Promise<Service> {
  const deps = fakeHttpDeps({ askQuestion: fakeAskQuestion(miniSearch), ...change });
  const serving: Serving = await serve(createHttpApp(deps), { port: 0, host: '127.0.0.1' });
  const ask = async (path: string, init: RequestInit): Promise<Reply> => {
    const response = await fetch(`${serving.url}${path}`, init);
    const text = await response.text();
    const reply = {
      status: response.status,
      headers: response.headers,
      body: JSON.parse(text) as Record<string, unknown>,
    }; // CAST: every answer is an object, checked below.
    checkAnswer(rowOf(init.method ?? 'GET', path, deps.basePath), reply);
    return reply;
  };
  return {
    url: serving.url,
    deps,
    get: (path, headers = {}) => ask(path, { method: 'GET', headers }),
    post: (path, body, headers = {}) =>
      ask(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    delete: (path) => ask(path, { method: 'DELETE' }),
    close: () => serving.close(1_000),
  };
}

function rowOf(method: string, target: string, basePath: string): Endpoint | undefined {
  const [path] = target.split('?');
  return endpoints.find(
    (endpoint) =>
      endpoint.method === method &&
      isAt(endpoint.atRoot ? endpoint.path : basePath + endpoint.path, path ?? ''),
  );
}

/** A part in braces is any one part. */
function isAt(pattern: string, path: string): boolean {
  const [wanted, found] = [pattern.split('/'), path.split('/')];
  return (
    wanted.length === found.length &&
    wanted.every((part, at) => part.startsWith('{') || part === found[at])
  );
}

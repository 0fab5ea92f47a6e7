import { addressReader } from '@interline/adapters/addresses';
import { miniSearch } from '@interline/adapters/passage-search';
import {
  codesOf,
  commonErrors,
  createHttpApp,
  type Endpoint,
  endpoints,
  errorBody,
  serve,
  type Serving,
} from '@interline/http';
import { fakeAskQuestion, type FakeDeps, fakeHttpDeps } from '@interline/http/testing';
import { expect } from 'chai';

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
  const deps = fakeHttpDeps({
    addresses: addressReader({ bitcoin: 'mainnet' }),
    askQuestion: fakeAskQuestion(miniSearch),
    ...change,
  });
  const serving: Serving = await serve(createHttpApp(deps), {
    port: 0,
    host: '127.0.0.1',
    trustedProxies: deps.trustedProxies,
  });
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

/**
 * An answer has its endpoint's shape, with no member beside it; a refusal has the error's, with a
 * code the row declares.
 */
function checkAnswer(endpoint: Endpoint | undefined, { status, headers, body }: Reply): void {
  expect(headers.get('content-type')).to.equal('application/json; charset=utf-8');
  expect(headers.get('x-content-type-options')).to.equal('nosniff');
  expect(headers.get('x-request-id')).to.match(/^[A-Za-z0-9._-]{1,64}$/);
  if (status === 200) {
    expect(endpoint?.response.parse(body)).to.deep.equal(body);
    return;
  }
  const error = errorBody.parse(body);
  expect(error).to.deep.equal(body);
  expect(error.requestId).to.equal(headers.get('x-request-id'));
  expect(
    [...commonErrors, ...(endpoint === undefined ? [] : codesOf(endpoint))],
    `${endpoint?.path} declares`,
  ).to.include(error.errorCode);
  expect(headers.get('retry-after')).to.equal(
    error.retryAfterMs === undefined ? null : String(Math.ceil(error.retryAfterMs / 1_000)),
  );
}

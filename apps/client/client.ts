import type { Operations } from './generated/operations.ts';
import type { AgentDoBody } from './generated/shapes/agent-do-body.ts';
import type { HooksRegisterBody } from './generated/shapes/hooks-register-body.ts';
import type { IntentSolveBody } from './generated/shapes/intent-solve-body.ts';
import type { RouteExecuteBody } from './generated/shapes/route-execute-body.ts';
import type { RouteQuoteBody } from './generated/shapes/route-quote-body.ts';
import type { RouteReceipt } from './generated/shapes/route-receipt.ts';
import { createTransport, type TransportOptions } from './transport.ts';
import { waitForRoute, type WaitOptions } from './wait-for-route.ts';

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ExecuteOptions extends CallOptions {
  /** Runs the whole lifecycle without funds or signature, to this end. */
  readonly sandbox?: 'delivered' | 'failed' | 'funds-required' | 'awaiting-deposit';
}

type Name = keyof Operations;
type Answer<N extends Name> = Operations[N]['answer'];
type Asked<N extends Name> = Omit<Operations[N], 'answer'>;

/**
 * Each asks for a new one, and an answer that shows a key is not kept: who gets no answer decides
 * whether to ask again.
 */
const unrepeatable: readonly Name[] = [
  'POST /api/keys/create',
  'POST /api/account/session',
  'POST /api/account/hooks',
  'POST /api/agents',
  'POST /api/agents/{id}/rotate',
  'POST /api/account/hooks/{id}/test',
  'POST /api/account/hooks/{id}/rotate',
];

type QueryValue = string | number | boolean | readonly string[] | undefined;

interface AskedParts {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly body?: unknown;
}

/**
 * A service's operations with their types. A POST carries an `Idempotency-Key`, so what was tried
 * twice is done once.
 */
export function createClient(options: TransportOptions) {
  const transport = createTransport(options);

  /** Any operation by its method and path. */
  async function call<N extends Name>(
    name: N,
    asked: Asked<N>,
    { signal, headers }: CallOptions = {},
  ): Promise<Answer<N>> {
    const [method = '', pattern = ''] = name.split(' ');
    const { params = {}, query = {}, body }: AskedParts = asked;
    const path = pattern.replaceAll(/\{(\w+)\}/g, (_all, param: string) =>
      encodeURIComponent(params[param] ?? ''),
    );
    const answer = await transport.send({
      method,
      path: path + searchOf(query),
      body,
      signal,
      headers: {
        ...(method === 'POST' && !unrepeatable.includes(name)
          ? { 'idempotency-key': newKey() }
          : {}),
        ...headers,
      },
    });
    return answer;
  }

  return {
    call,
    /** The best price over every rail of the lane; moves nothing. */
    quote: (body: RouteQuoteBody, how?: CallOptions) =>
      call('POST /api/route/quote', { body }, how),
    /** Every rail of the lane side by side, ranked by what the recipient nets. */
    compare: (body: RouteQuoteBody, how?: CallOptions) =>
      call('POST /api/route/compare', { body }, how),
    /** Which of up to ten sources serves a goal best, with the execute body for it. */
    solve: (body: IntentSolveBody, how?: CallOptions) =>
      call('POST /api/intent/solve', { body }, how),
    /** Everything that stands in the way of an execute body, each with its fix. */
    preflight: (body: RouteExecuteBody, how?: CallOptions) =>
      call('POST /api/route/preflight', { body }, how),
    /** A quote with what `signPermit` takes. */
    agentDo: (body: AgentDoBody, how?: CallOptions) => call('POST /api/agent/do', { body }, how),
    /**
     * Starts a route and answers its receipt, or what would be sent where it is only rehearsed.
     * Broadcasts unless `dryRun`, `live: false` or `sandbox` say otherwise.
     */
    execute: (body: RouteExecuteBody, { sandbox, headers, ...how }: ExecuteOptions = {}) =>
      call(
        'POST /api/route/execute',
        { body },
        { ...how, headers: { ...sandboxHeaders(sandbox), ...headers } },
      ),
    /**
     * The receipt of a route as it stands now; with `waitSec`, of at most 20, as soon as it is
     * another than now, or after that time.
     */
    status: (
      id: string,
      { waitSec, ...how }: CallOptions & { readonly waitSec?: number } = {},
    ): Promise<RouteReceipt> =>
      call(
        'GET /api/route/status',
        { query: { id, ...(waitSec === undefined ? {} : { wait: String(waitSec) }) } },
        how,
      ),
    /**
     * The receipt of a route that is DONE or FAILED, or the last one known after `withinMs`.
     * Follows the event stream; where there is none it reads the status, held back until there is
     * news, or again and again.
     */
    waitForRoute: (id: string, wait?: WaitOptions) => waitForRoute(transport, id, wait),
    hooks: {
      /** A webhook for the end of one route; it is called at once where the route has ended. */
      register: (body: HooksRegisterBody, how?: CallOptions) =>
        call('POST /api/hooks/register', { body }, how),
      /** What became of a webhook: its tries, and when the next one is made. */
      get: (id: string, how?: CallOptions) => call('GET /api/hooks/{id}', { params: { id } }, how),
    },
  };
}

export type Client = ReturnType<typeof createClient>;

/** Lists are written with commas. */
function searchOf(query: Readonly<Record<string, QueryValue>>): string {
  const pairs = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`;
}

function sandboxHeaders(sandbox: ExecuteOptions['sandbox']): Readonly<Record<string, string>> {
  if (sandbox === undefined) return {};
  return {
    'x-svc-sandbox': '1',
    ...(sandbox === 'delivered' ? {} : { 'x-svc-sandbox-outcome': sandbox }),
  };
}

/** `randomUUID` is missing in a browser on plain http. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

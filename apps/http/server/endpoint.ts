import type * as z from 'zod';
import type { Scope } from '@interline/core/accounts';
import type { VerifiedPass } from '@interline/core/passes';
import { type Askers, type ErrorCode, RelayError } from '@interline/kernel';
import type { IncomingHttpHeaders } from 'node:http';
import type { AnswerInside } from './answer-inside.ts';
import type { EventStream } from './follow/event-stream.ts';
import type { RouteChanges } from './follow/route-changes.ts';
import type { HttpDeps } from './http-deps.ts';
import type { RequestLimit } from './limits/request-limit.ts';
import { operatorOf } from './parse/operator-of.ts';
import { parseParams, parseShape } from './parse/parse-shape.ts';

/** What a request brought, before its shape is read. */
export interface EndpointInput {
  /** The part of the path where its row has `{name}`. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly rawBody: Buffer;
  /** Whether the row reads a body: of one that does not, none was read. */
  readonly takesBody: boolean;
  readonly method: string;
  /** Path and query, as they were sent. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  /**
   * The client's network: an IPv4 address or an IPv6 /56, behind our proxies the one they vouch
   * for.
   */
  readonly address: string;
  /**
   * The client, for daily budgets and for limits of what may wait: a pseudonym of its network. In
   * the private lane, where nothing else distinguishes senders, each pass makes a client of its
   * own.
   */
  readonly client: string;
  /** Whose shares of the upstreams' request limits its questions use. */
  readonly askedBy: Askers;
  /** What we know the key by that the request shows; null without one, and with a pass. */
  readonly keyHash: string | null;
  /** Whether it shows a pass, which is spent by the time that its row handles it unless it `paysWithin`. */
  readonly hasPass: boolean;
  /** Aborts when the client goes away. */
  readonly signal: AbortSignal;
  /** The store has what is asked for: it was just notified, and needs no other look. */
  readonly isCommitted: boolean;
  readonly deps: HttpDeps;
  /**
   * Counts a request that is `isCountedLateInLane`, to what it is about or, null, to the whole lane;
   * nothing for any other. Throws `RATE_LIMITED`.
   */
  countInLane(own: string | null): Promise<void>;
  /** Spends the pass that the request shows, once its shape holds; nothing where it shows none. */
  spendPass(): Promise<void>;
  /**
   * Does what costs a pass, for a row that `paysWithin`: the work spends the pass in the unit that it
   * pays for. Throws `PASS_REQUIRED` where the request shows none.
   */
  payWithin<T>(work: (pass: VerifiedPass) => Promise<T>): Promise<T>;
  /** Marks the answer as one that this very request got before. */
  markReplayed(): void;
  /** For an answer under another status than 200, where another protocol says so. */
  setStatus(status: number): void;
  /**
   * What is notified of a route for as long as the answer is open, which counts as an event stream or
   * wait of its client from now on. Throws `RATE_LIMITED`.
   */
  holdOpen(routeId: string): RouteChanges;
  /** In addition to the headers of every answer; `cache-control` replaces the row's own. */
  setHeader(name: string, value: string): void;
  /** The whole table, for the endpoint that reports on it. */
  readonly endpoints: readonly Endpoint[];
  /** For the endpoint that unwraps requests. */
  readonly answerInside: AnswerInside;
}

export type EndpointContext<Query, Body, Params = object> = Omit<
  EndpointInput,
  'query' | 'body' | 'params'
> & {
  readonly query: Query;
  readonly body: Body;
  readonly params: Params;
  /** Who shows an operator's credential; never null in a row that `isOperators`. */
  readonly operator: string | null;
};

interface EndpointFacts {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /**
   * Below the deployment's base path, unless `atRoot`. A part in braces, as in `/api/hooks/{id}`,
   * is a parameter of that name.
   */
  readonly path: string;
  /** Outside the base path: for the operator of the process, or where a standard puts it. */
  readonly atRoot?: true;
  readonly summary: string;
  /**
   * How often one client may ask; null only for what is asked by machines that watch over the
   * service.
   */
  readonly limit: RequestLimit | null;
  /**
   * A valid body, query or set of parameters, shown with refusals and checked against the schema by
   * a test.
   */
  readonly example?: Readonly<Record<string, unknown>>;
  /**
   * Codes a client must be ready for, in addition to those that every endpoint shares
   * (`commonErrors`).
   */
  readonly errors: readonly ErrorCode[];
  /** Largest body; the service's own cap where it is left out. */
  readonly bodyCapBytes?: number;
  /** Bytes that it takes or answers in place of JSON, by their media types. */
  readonly binary?: {
    readonly takes?: string;
    readonly answers: string;
    /** Where some queries ask for other types than that. */
    readonly others?: readonly string[];
    typeFor?(query: Readonly<Record<string, string>>): string;
    /** Whether it also answers JSON, to a client that names it. */
    readonly hasJson: boolean;
  };
  /** How long caches may keep the response; not at all where it is left out. */
  readonly cache?: { readonly maxAgeSec: number };
  /**
   * A step of the money path, reported in a trace where the deployment has traces. A request with a
   * pass or of the private lane is never reported.
   */
  readonly isTraced?: true;
  /** What must be up for the endpoint to do its work; the status names it. */
  readonly needs?: 'rail' | 'lane';
  /**
   * What the request changes; nothing where it is left out. Any origin's browser may call what
   * changes nothing, and a POST that makes a record takes an Idempotency-Key.
   */
  readonly changes?:
    | 'route'
    | 'record'
    | 'key'
    | 'pass'
    | 'refund'
    | 'delivery'
    | 'session'
    | 'link'
    | 'agent'
    | 'mandate'
    | 'hook'
    | 'account'
    | 'switch'
    | 'desk'
    | 'log'
    | 'transaction'
    | 'call'
    | 'tool'
    | 'float';
  /**
   * Browsers of any origin may call it although it changes something. It uses up a pass or a paid
   * invoice that the request shows, and of the visitor's address only how often it may ask here.
   * Passes that are refused count against such pages alone.
   */
  readonly anyOrigin?: true;
  /**
   * A page of another origin may call it only where its origin is configured, and none may where no
   * origins are.
   */
  readonly isKeptToOrigins?: true;
  /** The type of its events, where the row always answers with events. */
  readonly events?: string;
  /** Its requests name by `A2A-Version` which protocol they are of. */
  readonly namesVersion?: true;
  /**
   * Statuses and shapes of another protocol, in addition to its answer and the catalogue's errors.
   */
  readonly otherAnswers?: readonly OtherAnswer[];
  /** What agents are offered it as, by MCP and A2A; not at all where it is left out. */
  readonly tool?: Tool;
  /** Costs a pass, which its use case spends in the unit that it pays for. */
  readonly paysWithin?: true;
  /** Answers only to the operator's bearer token, and to any other caller `OPERATOR_ONLY`. */
  readonly isOperators?: true;
  /**
   * What the session of the wallet that asks must have been signed for; `any` where it only has to be
   * one. It moves no money.
   */
  readonly session?: Scope | 'any';
  /**
   * Whether the row reads which agent has signed the request (`readAgent`): `instead` of a session,
   * `beside` the signature over the money, to which it must belong, or `only` an agent may call it.
   */
  readonly agent?: 'instead' | 'beside' | 'only';
  /**
   * How to tell the answers of one query apart, where an event stream may follow them and `wait` of
   * its query hold one back.
   */
  readonly follow?: Follow;
  /**
   * How an event stream continues after the items that it has sent, where the answers list items in
   * order.
   */
  readonly feed?: Feed;
}

export interface OtherAnswer {
  readonly status: number;
  readonly description: string;
  /** The name of its shape among the components; without a body where it is left out. */
  readonly shape?: string;
  readonly example?: Readonly<Record<string, unknown>>;
}

/** A row as a tool of MCP and a skill of A2A. Whether it only reads is known by what the row changes. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /** What an agent must know to use it, in addition to the row's summary. */
  readonly advice?: string;
  /** Everything it answers with comes from here: it asks nothing outside the service. */
  readonly isClosedWorld?: true;
}

/** Written as methods, so that a row may name the type of its own answers. */
export interface Feed<Answer = unknown> {
  /** Whose changes may bring more items. Throws for a caller that may not ask. */
  subjectOf(input: EndpointInput): Promise<string>;
  /** The query for the items after that one, whose id a client may have invented. */
  after(query: Readonly<Record<string, string>>, lastId: string): Readonly<Record<string, string>>;
  itemsOf(answer: Answer): readonly { readonly id: string; readonly item: object }[];
}

/** Written as methods, so that a row may name the type of its own answers. */
export interface Follow<Answer = unknown> {
  /** The route whose changes are its changes, by a query that may still be of any shape. */
  routeOf(query: Readonly<Record<string, string>>): string;
  /** At most 64 visible characters; equal answers have equal versions. */
  versionOf(answer: Answer): string;
  /** No later answer will differ. */
  isOver(answer: Answer): boolean;
}

export interface EndpointSpec<
  Query extends z.ZodObject,
  Body extends z.ZodObject,
  Params extends z.ZodObject,
  Response extends z.ZodType,
> extends EndpointFacts {
  readonly request: { readonly query?: Query; readonly body?: Body; readonly params?: Params };
  readonly response: Response;
  readonly follow?: Follow<z.input<Response>>;
  readonly feed?: Feed<z.input<Response>>;
  /** Reads with readers, asks one use case, answers through a writer. */
  readonly handle: (
    context: EndpointContext<z.output<Query>, z.output<Body>, z.output<Params>>,
  ) => Promise<z.input<Response> | Uint8Array | EventStream>;
}

/**
 * One row of the table: everything else about an endpoint (route, validation, errors, documents) is
 * derived from it.
 */
export interface Endpoint extends EndpointFacts {
  readonly request: {
    readonly query?: z.ZodObject;
    readonly body?: z.ZodObject;
    readonly params?: z.ZodObject;
  };
  readonly response: z.ZodType;
  /** Validates the shape, checks who may ask, then handles. Throws the catalogue's codes. */
  answer(input: EndpointInput): Promise<unknown>;
}

/** Closes over the request's types, so that endpoints of every shape fit one table. */
export function defineEndpoint<
  Query extends z.ZodObject,
  Body extends z.ZodObject,
  Params extends z.ZodObject,
  Response extends z.ZodType,
>(spec: EndpointSpec<Query, Body, Params, Response>): Endpoint {
  const { handle, ...facts } = spec;
  const { query, body, params } = spec.request;
  return {
    ...facts,
    async answer(input) {
      const operator =
        spec.isOperators === true ? operatorOf(input.headers, input.deps.operators) : null;
      const context = {
        ...input,
        operator,
        // Parsed first: a path that cannot name anything does not exist, whatever the query or body
        // is.
        params: (params === undefined ? {} : parseParams(params, input.params)) as z.output<Params>,
        // CASTS: without a schema the handler's type has no members either, so there is nothing to
        // misread.
        query: (query === undefined ? {} : parseShape(query, input.query)) as z.output<Query>,
        body: (body === undefined ? {} : parseShape(body, input.body)) as z.output<Body>,
      };
      if (spec.isOperators === true && operator === null)
        throw new RelayError('OPERATOR_ONLY', {}, "this needs the operator's bearer token");
      if (spec.paysWithin !== true) await input.spendPass();
      return handle(context);
    },
  };
}

/** Whether a page of any origin may call it, even where the deployment restricts origins. */
export function isForAnyOrigin({ changes, anyOrigin }: Endpoint): boolean {
  return changes === undefined || anyOrigin === true;
}

/** Whether a pass takes a request past the limit there. */
export function takesPasses({ limit, isOperators }: Endpoint): boolean {
  return limit !== null && limit.isFixed !== true && isOperators !== true;
}

/**
 * Whether the answer is kept under the request's Idempotency-Key. A route is kept with its permit,
 * and a key must not be shown again.
 */
export function keepsAnswer({ method, changes }: Pick<Endpoint, 'method' | 'changes'>): boolean {
  return method === 'POST' && changes === 'record';
}

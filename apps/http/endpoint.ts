import type { IncomingHttpHeaders } from 'node:http';
import type { ErrorCode } from '@interline/domain';
import type * as z from 'zod';
import type { HttpDeps } from './http-deps.ts';
import { readShape } from './read/read-shape.ts';

/** What a request brought, before its shape is read. */
export interface EndpointInput {
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly rawBody: Buffer;
  readonly headers: IncomingHttpHeaders;
  /** The peer's network address. */
  readonly address: string;
  /** Aborts when the client goes away. */
  readonly signal: AbortSignal;
  readonly deps: HttpDeps;
  /** The whole table, for the endpoint that reports on it. */
  readonly endpoints: readonly Endpoint[];
}

export type EndpointContext<Query, Body> = Omit<EndpointInput, 'query' | 'body'> & { readonly query: Query; readonly body: Body };

interface EndpointFacts {
  readonly method: 'GET' | 'POST';
  /** Below the deployment's base path, unless `atRoot`. */
  readonly path: string;
  /** For whoever runs the process, not for its clients: outside the base path. */
  readonly atRoot?: true;
  readonly summary: string;
  /** A valid query or body, shown beside refusals and checked against the shape by a test. */
  readonly example?: Readonly<Record<string, unknown>>;
  /** Codes a client must be ready for, beside the ones every endpoint shares (`commonErrors`). */
  readonly errors: readonly ErrorCode[];
  /** How long anyone may keep the answer; nobody may where it is left out. */
  readonly cache?: { readonly maxAgeSec: number };
  /** What must be up for the endpoint to do its work; the status names it. */
  readonly needs?: 'rail' | 'lane';
}

interface EndpointSpec<Query extends z.ZodObject, Body extends z.ZodObject, Response extends z.ZodType> extends EndpointFacts {
  readonly request: { readonly query?: Query; readonly body?: Body };
  readonly response: Response;
  /** Reads with readers, asks one use case, answers through a writer. */
  readonly handle: (context: EndpointContext<z.output<Query>, z.output<Body>>) => Promise<z.input<Response>>;
}

/** One row of the table: everything else about an endpoint (route, validation, errors, documents) is derived from it. */
export interface Endpoint extends EndpointFacts {
  readonly request: { readonly query?: z.ZodObject; readonly body?: z.ZodObject };
  readonly response: z.ZodType;
  /** Validates the shape, then handles. Throws the catalogue's codes. */
  answer(input: EndpointInput): Promise<unknown>;
}

/** Codes any endpoint can answer with: they come from what stands around it. */
export const commonErrors: readonly ErrorCode[] = ['BAD_REQUEST', 'NOT_FOUND', 'METHOD_NOT_ALLOWED', 'INTERNAL'];

/** Closes over the request's types, so that endpoints of every shape fit one table. */
export function defineEndpoint<Query extends z.ZodObject, Body extends z.ZodObject, Response extends z.ZodType>(spec: EndpointSpec<Query, Body, Response>): Endpoint {
  const { handle, ...facts } = spec;
  const { query, body } = spec.request;
  return {
    ...facts,
    async answer(input) {
      return handle({
        ...input,
        // CAST: without a schema the handler's type has no members either, so there is nothing to misread.
        query: (query === undefined ? {} : readShape(query, input.query)) as z.output<Query>,
        body: (body === undefined ? {} : readShape(body, input.body)) as z.output<Body>,
      });
    },
  };
}

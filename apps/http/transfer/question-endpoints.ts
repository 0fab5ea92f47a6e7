import type * as z from 'zod';
import { defineEndpoint, type Endpoint, type EndpointInput } from '../server/endpoint.ts';

interface Question<
  Body extends z.ZodObject,
  Query extends z.ZodObject,
  Response extends z.ZodType,
> extends Pick<Endpoint, 'path' | 'summary' | 'limit' | 'errors' | 'needs' | 'isTraced' | 'tool'> {
  readonly body: Body;
  readonly query: Query;
  readonly examples: {
    readonly body: NonNullable<Endpoint['example']>;
    readonly query: NonNullable<Endpoint['example']>;
  };
  readonly response: Response;
  readonly answer: (
    wire: z.output<Body> | z.output<Query>,
    asking: Asking,
  ) => Promise<z.input<Response>>;
}

type Asking = Pick<EndpointInput, 'deps' | 'signal' | 'askedBy'>;

/**
 * A question that may come as a POST with a body or as a GET with a query: two rows that differ in
 * nothing else. Agents are offered the POST.
 */
export function questionEndpoints<
  Body extends z.ZodObject,
  Query extends z.ZodObject,
  Response extends z.ZodType,
>({
  body,
  query,
  examples,
  errors,
  answer,
  tool,
  ...facts
}: Question<Body, Query, Response>): { readonly post: Endpoint; readonly get: Endpoint } {
  return {
    post: defineEndpoint({
      ...facts,
      ...(tool === undefined ? {} : { tool }),
      method: 'POST',
      request: { body },
      example: examples.body,
      errors: [...errors, 'BODY_TOO_LARGE'],
      handle: async (context) => answer(context.body, context),
    }),
    get: defineEndpoint({
      ...facts,
      method: 'GET',
      request: { query },
      example: examples.query,
      errors,
      handle: async (context) => answer(context.query, context),
    }),
  };
}

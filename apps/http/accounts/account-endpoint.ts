import type { Scope, Session } from '@interline/core/accounts';
import type { IncomingHttpHeaders } from 'node:http';
import type * as z from 'zod';
import {
  defineEndpoint,
  type Endpoint,
  type EndpointContext,
  type EndpointInput,
  type EndpointSpec,
} from '../server/endpoint.ts';
import type { RequestLimit } from '../server/limits/request-limit.ts';

type AccountSpec<
  Query extends z.ZodObject,
  Body extends z.ZodObject,
  Params extends z.ZodObject,
  Response extends z.ZodType,
> = Omit<EndpointSpec<Query, Body, Params, Response>, 'handle' | 'session' | 'limit'> & {
  readonly scope: Scope;
  readonly limit: RequestLimit;
  readonly handle: (
    context: EndpointContext<z.output<Query>, z.output<Body>, z.output<Params>> & {
      readonly session: Session;
    },
  ) => Promise<z.input<Response> | Uint8Array>;
};

/**
 * A row that answers a wallet which signed in, and only about that wallet's own records. A pass
 * does not raise its limit, because nothing may link a pass to a wallet.
 */
export function defineAccountEndpoint<
  Query extends z.ZodObject,
  Body extends z.ZodObject,
  Params extends z.ZodObject,
  Response extends z.ZodType,
>({ scope, handle, limit, ...spec }: AccountSpec<Query, Body, Params, Response>): Endpoint {
  return defineEndpoint<Query, Body, Params, Response>({
    ...spec,
    limit: { ...limit, isFixed: true },
    session: scope,
    async handle(context) {
      return handle({ ...context, session: await sessionIn(context, scope) });
    },
  });
}

/** The session that the request shows. Throws what `useSession` throws, and `ACCOUNTS_DISABLED`. */
export async function sessionIn(
  { deps, headers, signal }: Pick<EndpointInput, 'deps' | 'headers' | 'signal'>,
  scope: Scope,
): Promise<Session> {
  const { accounts } = deps.useCases;
  accounts.assertEnabled();
  return accounts.useSession(tokenIn(headers), scope, signal);
}

/** The token of a session that a request shows; null for another bearer's or none. */
export function tokenIn({ authorization }: IncomingHttpHeaders): string | null {
  return /^bearer +(sess_[0-9a-f]{64})$/i.exec(authorization ?? '')?.[1] ?? null;
}

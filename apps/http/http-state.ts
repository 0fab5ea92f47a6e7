import type { ParameterizedContext } from 'koa';
import type { Endpoint } from './endpoint.ts';

/** What the layers of one request share. */
export interface HttpState {
  requestId: string;
  /** Aborts when the client goes away. */
  signal: AbortSignal;
  /** The row that answers, once it is known. */
  endpoint: Endpoint | null;
}

export type HttpContext = ParameterizedContext<HttpState>;

import type { ParameterizedContext } from 'koa';
import type { Endpoint } from './endpoint.ts';

/** What the layers of one request share. */
export interface HttpState {
  requestId: string;
  /**
   * The client the request is counted to: an IPv4 address or an IPv6 /56, behind our proxies the one they
   * vouch for.
   */
  network: string;
  /** What we know the shown key by, once it is recognized; null without one. */
  keyHash: string | null;
  /** Aborts when the client goes away. */
  signal: AbortSignal;
  /** Whether its answer waits for a change, for as long as the client likes. */
  isHeldOpen: boolean;
  /** The row that answers, once it is known. */
  endpoint: Endpoint | null;
}

export type HttpContext = ParameterizedContext<HttpState>;

// Written by `npm run client:types` from the service's OpenAPI document.

export type RouteStatusQuery = {
  /** Id from execute. */
  readonly id: string;
  /** Whole seconds from 0 to 30: holds the answer back until the receipt is another one than `If-None-Match` names, or without it than now, or the route has ended; not in the private lane. */
  readonly wait?: string;
};

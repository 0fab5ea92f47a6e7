// Written by `npm run client:types` from the service's OpenAPI document.

export type RouteTimelineQuery = {
  /** Id from execute. */
  readonly id: string;
};

// Written by `npm run client:types` from the service's OpenAPI document.

export type AccountEventsQuery = {
  /** The seq of the last event that you have. */
  readonly after?: string;
};

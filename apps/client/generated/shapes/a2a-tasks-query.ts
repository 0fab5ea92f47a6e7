// Written by `npm run client:types` from the service's OpenAPI document.

export type A2aTasksQuery = {
  /** A state of tasks. */
  readonly status?: string;
  /** From 1 to 100; 50 where it is left out. */
  readonly pageSize?: string;
  /** NextPageToken of the page before. */
  readonly pageToken?: string;
};

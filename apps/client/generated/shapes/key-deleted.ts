// Written by `npm run client:types` from the service's OpenAPI document.

export type KeyDeleted = {
  readonly deleted: true;
  readonly note: string;
};

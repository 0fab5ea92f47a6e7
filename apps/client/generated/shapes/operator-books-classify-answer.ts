// Written by `npm run client:types` from the service's OpenAPI document.

export type OperatorBooksClassifyAnswer = {
  /** Smallest units, digits. */
  readonly units: string;
};

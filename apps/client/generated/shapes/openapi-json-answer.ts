// Written by `npm run client:types` from the service's OpenAPI document.

export type OpenapiJsonAnswer = {
  readonly openapi: '3.1.0';
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly [other: string]: unknown;
  };
  readonly [other: string]: unknown;
};

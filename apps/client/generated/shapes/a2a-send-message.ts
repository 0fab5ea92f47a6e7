// Written by `npm run client:types` from the service's OpenAPI document.

export type A2aSendMessage = Readonly<Record<string, unknown>>;

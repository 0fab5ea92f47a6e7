// Written by `npm run client:types` from the service's OpenAPI document.

export type HooksRegisterBody = {
  readonly routeId: string;
  /** Of a public address; loopback only where this deployment allows it. */
  readonly url: string;
  /** Signs what is sent, by its text, or after "whsec_" by the bytes in base64; never shown again. */
  readonly secret?: string;
};

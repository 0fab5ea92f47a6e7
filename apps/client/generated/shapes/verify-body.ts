// Written by `npm run client:types` from the service's OpenAPI document.

export type VerifyBody = {
  /** A receipt as GET /api/verify/receipt returns it: a JWS in compact form. */
  readonly jws: string;
  /** 32 bytes in base64, with padding; with the proof. */
  readonly salt?: string;
  /** A C2SP tlog-proof; with the salt. */
  readonly proof?: string;
};

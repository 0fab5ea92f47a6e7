// Written by `npm run client:types` from the service's OpenAPI document.

export type RouteEvidence = {
  /** The receipt; its key is in /.well-known/jwks.json. */
  readonly jws: string;
  /** 32 bytes in base64, without which the receipt's entry reveals nothing. */
  readonly salt: string;
  /** Its place in the log; null before it has one, and in the sandbox. */
  readonly index: number | null;
  /** A C2SP tlog-proof; null until the log contains the receipt. */
  readonly proof: string | null;
  /** Epoch milliseconds by which the log must contain the receipt; after that the receipt and a checkpoint without it are evidence. Null with a proof, and in the sandbox, whose receipts are not logged. */
  readonly pendingUntil: number | null;
};

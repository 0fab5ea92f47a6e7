// Written by `npm run client:types` from the service's OpenAPI document.

export type MessageAnchored = {
  readonly id: string;
  /** Its place among all that was anchored, from 0. */
  readonly index: number;
  /** A C2SP tlog-proof; null while the log does not have the row. */
  readonly proof: string | null;
  /** Epoch milliseconds by which the proof is there, where the witnesses of the log answer; null with a proof. */
  readonly pendingUntil: number | null;
};

// Written by `npm run client:types` from the service's OpenAPI document.

export type MandateReceipts = {
  /** Newest first. */
  readonly items: readonly ({
    /** Consecutive, from 1. */
    readonly seq: number;
    readonly kind: 'accepted' | 'done' | 'failed';
    readonly routeId: string;
    /** Epoch milliseconds. */
    readonly ts: number;
    readonly claims: Readonly<Record<string, unknown>>;
    /** Signed with the key of GET /.well-known/jwks.json, type interline-mandate-receipt+jwt; null where the deployment signs nothing. */
    readonly jws: string | null;
  })[];
  readonly next: string | null;
};

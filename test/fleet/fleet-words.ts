/** What the run orders of an instance, once: to serve requests, or to work under that name. */
export interface MemberStart {
  readonly role: { readonly kind: 'http' } | { readonly kind: 'worker'; readonly name: string };
  readonly devnetUrl: string;
  readonly databaseUrl: string;
  readonly schema: string;
  readonly dataDir: string;
  /** Chains on which transactions are merged. */
  readonly batching: readonly number[];
}

/** What it says; a worker has no URL. */
export type MemberWord =
  | {
      readonly kind: 'ready';
      readonly url: string | null;
      readonly accounts: { readonly spender: string; readonly float: string };
    }
  | { readonly kind: 'failed'; readonly reason: string };

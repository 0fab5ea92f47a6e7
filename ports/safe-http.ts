export interface SafeRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** For all of it: the name, the connection, the answer. */
  readonly deadlineMs: number;
  /** The answer is read no further; its status counts all the same. */
  readonly maxResponseBytes: number;
}

/**
 * - answered: whatever the status; a redirect is an answer like any other
 * - unsafe: no connection was made
 */
export type SafeAnswer =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'unsafe' | 'timeout' | 'unreachable' };

/**
 * What a URL's text alone can tell. An objection says what was wanted: "a URL of a public address".
 */
export type UrlVerdict =
  { readonly ok: true; readonly host: string } | { readonly ok: false; readonly objection: string };

/**
 * The only way out to a URL that a client chose: connects to public addresses, whatever the name
 * resolves to.
 */
export interface SafeHttp {
  judge(url: string): UrlVerdict;
  /** Never throws for what is at the other end. */
  request(request: SafeRequest, signal: AbortSignal): Promise<SafeAnswer>;
}

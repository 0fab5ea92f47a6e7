export interface SafeRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Total time: name resolution, connection and response. */
  readonly deadlineMs: number;
  /** The response is read up to this size; its status counts in any case. */
  readonly maxResponseBytes: number;
}

/**
 * - answered: with any status, including redirects
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
 * What a URL's text alone shows. An objection names the expectation: "a URL of a public address".
 */
export type UrlVerdict =
  { readonly ok: true; readonly host: string } | { readonly ok: false; readonly objection: string };

/**
 * The only way to request a URL that a client chose: it connects to public addresses only, whatever
 * the name resolves to.
 */
export interface SafeHttp {
  judge(url: string): UrlVerdict;
  /** Never throws because of the remote side. */
  request(request: SafeRequest, signal: AbortSignal): Promise<SafeAnswer>;
}

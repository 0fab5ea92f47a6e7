// Written by `npm run client:types` from the service's OpenAPI document.

export type OperatorStatus = {
  readonly status: 'operational' | 'degraded' | 'down' | 'unknown';
  /** A clause each; empty while it is operational or not known yet. */
  readonly reasons: readonly string[];
  readonly rails: readonly ({
    readonly name: string;
    readonly up: boolean;
    readonly reason: string | null;
  })[];
};

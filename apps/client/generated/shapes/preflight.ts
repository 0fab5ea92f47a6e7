// Written by `npm run client:types` from the service's OpenAPI document.

export type Preflight = {
  /** True when nothing stands in the way. */
  readonly go: boolean;
  /** Everything that stands in the way, not only the first thing. */
  readonly blockers: readonly {
    /** The code execute would refuse with. */
    readonly code: string;
    readonly error: string;
    /** What to do about it, with amounts and addresses. */
    readonly suggestedAction: string;
  }[];
  readonly warnings: readonly string[];
  /** What execute would try, best first. */
  readonly rankedRails: readonly {
    /** A way to settle, by its own name. */
    readonly rail: string;
    /** What the money rides on within that way. */
    readonly bridge: string;
    /** In the destination token's smallest units, digits. */
    readonly estOut: string;
    /** In the destination token's smallest units, digits. */
    readonly minOut: string;
    /** In the source token's smallest units, digits. */
    readonly fee: string;
    readonly etaSeconds: number;
    /** True: it broadcasts only with live: true; false: by default. */
    readonly needsLive: boolean;
  }[];
};

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
  /** What execute would try, in its order. */
  readonly rankedRails: readonly {
    /** A way to settle, by its own name. */
    readonly rail: string;
    /** A way to settle, by its own name. */
    readonly bridge: string;
    /** Smallest units, digits. */
    readonly estOut: string;
    /** Smallest units, digits. */
    readonly minOut: string;
    /** Smallest units, digits. */
    readonly fee: string;
    readonly etaSeconds: number;
  }[];
};

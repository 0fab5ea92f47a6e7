// Written by `npm run client:types` from the service's OpenAPI document.

export type DryRun = {
  readonly status: 'DRY';
  readonly broadcast: false;
  readonly wouldSend: {
    /** A way to settle, by its own name. */
    readonly rail: string;
    /** A way to settle, by its own name. */
    readonly bridge: string;
    readonly mode: 'self' | 'permit2';
    readonly from: {
      /** EVM chain id, or a node's name. */
      readonly chain: number | string;
      /** Contract address, or "native". */
      readonly token: string;
      readonly symbol: string;
      /** Smallest units, digits. */
      readonly amount: string;
    };
    readonly to: {
      /** EVM chain id, or a node's name. */
      readonly chain: number | string;
      /** Contract address, or "native". */
      readonly token: string;
      readonly symbol: string;
      readonly recipient: string;
      /** Smallest units, digits. */
      readonly estimated: string;
      /** Smallest units, digits. */
      readonly min: string;
    };
    /** Smallest units, digits. */
    readonly svcFee: string;
  } | null;
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
  readonly refusals: readonly {
    readonly rail: string;
    readonly code: string;
    readonly reason: string;
    /** Smallest units, digits. */
    readonly minInput?: string;
  }[];
  readonly note: string;
};

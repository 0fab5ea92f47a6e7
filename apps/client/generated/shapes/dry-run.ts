// Written by `npm run client:types` from the service's OpenAPI document.

export type DryRun = {
  readonly status: 'DRY';
  readonly broadcast: false;
  readonly wouldSend: {
    /** A way to settle, by its own name. */
    readonly rail: string;
    /** What the money rides on within that way. */
    readonly bridge: string;
    readonly mode: 'self' | 'permit2' | 'deposit';
    readonly from: {
      /** EVM chain id, or a node's name. */
      readonly chain: number | string;
      /** Contract address, or "native". */
      readonly token: string;
      readonly symbol: string;
      /** In the source token's smallest units, digits. */
      readonly amount: string;
    };
    readonly to: {
      /** EVM chain id, or a node's name. */
      readonly chain: number | string;
      /** Contract address, or "native". */
      readonly token: string;
      readonly symbol: string;
      readonly recipient: string;
      /** In the destination token's smallest units, digits. */
      readonly estimated: string;
      /** In the destination token's smallest units, digits. */
      readonly min: string;
    };
    /** In the source token's smallest units, digits. */
    readonly svcFee: string;
    /** True: it broadcasts only with live: true; false: by default. */
    readonly needsLive: boolean;
  } | null;
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
  readonly refusals: readonly {
    readonly rail: string;
    readonly code: string;
    readonly reason: string;
    /** The least this way would take, in the source token's smallest units. */
    readonly minInput?: string;
    /** When this way can be asked again, where it says so. */
    readonly retryAfterMs?: number;
  }[];
  readonly note: string;
};

// Written by `npm run client:types` from the service's OpenAPI document.

export type OperatorRoutes = {
  /** Open ones the oldest first; what a search found, as it was found. */
  readonly routes: readonly ({
    readonly id: string;
    readonly status: 'BRIDGING' | 'FUNDS_REQUIRED' | 'AWAITING_DEPOSIT' | 'DONE' | 'FAILED';
    readonly stage: string;
    readonly rail: string;
    readonly sandbox: boolean;
    readonly from: {
      /** EVM chain id, or a node's name. */
      readonly chain: number | string;
      /** Contract address, or "native". */
      readonly token: string;
      readonly symbol: string;
      readonly decimals: number;
      /** What was agreed; its address is the payer, null for a deposit. */
      readonly units: string | null;
      readonly address: string | null;
    };
    readonly to: {
      /** EVM chain id, or a node's name. */
      readonly chain: number | string;
      /** Contract address, or "native". */
      readonly token: string;
      readonly symbol: string;
      readonly decimals: number;
      /** What was delivered; null before. */
      readonly units: string | null;
      readonly address: string | null;
    };
    /** What a refund owes; null where none does. */
    readonly owed: string | null;
    readonly failure: string | null;
    /** Epoch milliseconds. */
    readonly accepted: number;
    /** Epoch milliseconds. */
    readonly moved: number;
  })[];
  /** Those left off included. */
  readonly count: number;
};

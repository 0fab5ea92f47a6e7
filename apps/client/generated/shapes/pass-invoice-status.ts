// Written by `npm run client:types` from the service's OpenAPI document.

export type PassInvoiceStatus = {
  readonly id: string;
  readonly state: 'open' | 'confirming' | 'paid' | 'exhausted' | 'underpaid' | 'expired' | 'refunded';
  readonly bundle: 'starter' | 'bundle' | 'bulk';
  readonly bundles: number;
  /** Passes. */
  readonly tokens: number;
  readonly usd: number;
  readonly asset: string;
  readonly chainId: number | string;
  readonly symbol: string;
  /** An address of this invoice alone. */
  readonly payTo: string;
  /** Smallest units. */
  readonly amount: string;
  /** The payment, as wallets read it. */
  readonly uri: string;
  readonly confirmations: number;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
  readonly note: string;
  /** What counts of what came. */
  readonly received: string;
  /** Transactions that were named in a claim, and were seen to pay. */
  readonly txs: readonly string[];
  readonly issued: number;
  /** Passes that may still be claimed. */
  readonly remaining: number;
  readonly refundTx: string | null;
};

// Written by `npm run client:types` from the service's OpenAPI document.

export type ReceiptVerdict = {
  /** Every check holds. */
  readonly valid: boolean;
  readonly checks: readonly ({
    readonly name: 'signature' | 'current' | 'log';
    readonly ok: boolean;
    readonly detail: string;
  })[];
  /** The transactions that the receipt names, as their chains show them. */
  readonly chain: readonly ({
    /** An EVM chain id such as 8453, or a node's name such as "stellar". */
    readonly chainId: number | string;
    readonly tx: string;
    /** Whether a block has it now; null where that is not known. */
    readonly seen: boolean | null;
    /** Smallest units that it took from the payer, or brought to the recipient. */
    readonly amountSeen: string | null;
  })[];
};

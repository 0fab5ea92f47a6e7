// Written by `npm run client:types` from the service's OpenAPI document.

export type PlusInvoiceBody = {
  readonly bundle: 'starter' | 'bundle' | 'bulk';
  /** 1 where left out. */
  readonly bundles?: number;
  readonly asset: 'btc' | 'eth-4663' | 'eth-1' | 'eth-42161' | 'eth-8453' | 'usdc-8453' | 'usdc-42161';
  /** Transfer where left out: the payer sends the payment. eip3009: the payer of USDC signs it and we send it, by POST /api/plus/pay. permit2: the payer signs a transfer from another chain, for POST /api/route/execute. */
  readonly payWith?: 'transfer' | 'eip3009' | 'permit2';
  /** Who signs, with payWith eip3009 or permit2. */
  readonly fromAddress?: string;
  /** Where from, with permit2. */
  readonly fromChain?: number | string;
  /** USDC where left out, with permit2. */
  readonly fromToken?: string;
  /** With btc: where a deposit goes back to that cannot be taken. */
  readonly refundAddress?: string;
};

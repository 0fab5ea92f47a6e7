// Written by `npm run client:types` from the service's OpenAPI document.

export type SettledPayment = {
  readonly id: string;
  readonly status: 'PENDING' | 'SETTLED' | 'FAILED';
  readonly network: string;
  /** EIP-55 address. */
  readonly asset: string;
  /** EIP-55 address. */
  readonly payer: string;
  /** EIP-55 address. */
  readonly payTo: string;
  /** Smallest units, digits. */
  readonly amount: string;
  readonly assetTransferMethod: 'eip3009' | 'permit2';
  readonly transaction: string | null;
  /** False where another sender had it included first: a stranger, or another facilitator. */
  readonly isOurs: boolean;
  readonly errorReason: string | null;
  /** Epoch milliseconds. */
  readonly createdAt: number;
};

// Written by `npm run client:types` from the service's OpenAPI document.

export type WalletSendCalls = {
  readonly version: '2.0.0';
  readonly chainId: string;
  /** The plan's account, if it has one. */
  readonly from?: string;
  readonly atomicRequired: boolean;
  /** Approvals of Permit2; none where it may already take as much. */
  readonly calls: readonly {
    /** EIP-55 address. */
    readonly to: string;
    readonly value: string;
    /** Approve(address,uint256). */
    readonly data: string;
  }[];
};

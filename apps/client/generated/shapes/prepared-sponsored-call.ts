// Written by `npm run client:types` from the service's OpenAPI document.

export type PreparedSponsoredCall = {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
  /** Paid to the relayer by the first call of the batch. */
  readonly fee: {
    /** EIP-55 address. */
    readonly token: string;
    readonly symbol: string;
    /** Smallest units, digits. */
    readonly amount: string;
  };
  /** Whether the account has the code already. */
  readonly delegated: boolean;
  /** The authorization (EIP-7702) to sign as well. */
  readonly authorization?: {
    readonly chainId: number;
    /** The code that the account gets. */
    readonly address: string;
    /** The account's next nonce. */
    readonly nonce: number;
  };
  readonly userOpHash: string;
  /** The typed data that the account's key signs. */
  readonly eip712: {
    readonly domain: {
      readonly name: string;
      readonly version?: string;
      readonly chainId: number;
      /** EIP-55 address. */
      readonly verifyingContract: string;
    };
    /** All of them, EIP712Domain included; ethers' signTypedData wants that one left out. */
    readonly types: Readonly<Record<string, readonly {
      readonly name: string;
      readonly type: string;
    }[]>>;
    readonly primaryType: string;
    readonly message: Readonly<Record<string, unknown>>;
  };
  readonly simulation: {
    /** Calls that would fail are refused: SIMULATION_FAILED. */
    readonly ok: true;
    readonly balanceChanges: readonly {
      /** Contract address, or "native". */
      readonly token: string;
      /** Smallest units, below zero where they leave the account. */
      readonly amount: string;
    }[];
  };
};

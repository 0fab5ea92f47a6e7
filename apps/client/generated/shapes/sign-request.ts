// Written by `npm run client:types` from the service's OpenAPI document.

export type SignRequest = {
  readonly mode: 'permit2';
  readonly chainId: number;
  /** EIP-55 address. */
  readonly spender: string;
  /** EIP-55 address. */
  readonly permit2: string;
  /** EIP-55 address. */
  readonly tokenAddress: string;
  /** In the source token's smallest units, digits. */
  readonly amount: string;
  /** An unused one of the payer's, digits. */
  readonly nonce: string;
  /** Epoch seconds, digits. */
  readonly deadline: string;
  /** The whole of it is what eth_signTypedData_v4 takes, with the payer's key. */
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
  /** To be signed too, where Permit2 has no allowance yet. */
  readonly allowance?: {
    readonly kind: 'eip2612';
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
  };
};

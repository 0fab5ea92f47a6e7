// Written by `npm run client:types` from the service's OpenAPI document.

import type { SignRequest } from './sign-request.ts';

export type PassInvoice = {
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
  /** With payWith: what the payer signs. */
  readonly signRequest?: {
    readonly mode: 'eip3009';
    readonly chainId: number;
    /** EIP-55 address. */
    readonly tokenAddress: string;
    /** Smallest units. */
    readonly amount: string;
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
  } | SignRequest;
  /** With permit2: the body of POST /api/route/execute, without the signed permit. */
  readonly execute?: {
    /** EVM chain id, or a node's name. */
    readonly fromChain: number | string;
    /** EVM chain id, or a node's name. */
    readonly toChain: number | string;
    /** Contract address, or "native". */
    readonly fromToken: string;
    /** Contract address, or "native". */
    readonly toToken: string;
    /** In the source token's smallest units, digits. */
    readonly amount: string;
    readonly toAddress: string;
    /** From bitcoin only: where a deposit that cannot be delivered goes back to; never taken from fromAddress. */
    readonly refundAddress?: string;
    /** To stellar only: stands beside the payment, as the recipient asks for it. */
    readonly memo?: {
      readonly type: 'text' | 'id' | 'hash' | 'return';
      /** A string: text of at most 28 bytes, an id in decimal digits, or 32 bytes in hex or base64. */
      readonly value: string;
    };
    /** To stellar only: true pays a balance to claim, where the recipient holds no trustline. */
    readonly claimable?: boolean;
    /** Left out from bitcoin. */
    readonly mode?: 'permit2';
    /** The least that must arrive, in the destination token's smallest units. */
    readonly minOut: string;
    readonly slippage?: number;
    readonly excludeRails?: readonly string[];
    readonly live?: true;
  };
  /** With btc: the route that brings the deposit here. */
  readonly routeId?: string;
  /** With btc, once: names a refund address later, with POST /api/route/refund-address. */
  readonly refundClaim?: string;
};

// Written by `npm run client:types` from the service's OpenAPI document.

import type { Quote } from './quote.ts';
import type { UnderstoodIntent } from './understood-intent.ts';

export type AgentAnswer = {
  /** DEPOSIT: there is nothing to sign; post the execute body, and pay to the address that it answers with. ACTION_NEEDED comes with warnings: what the payer must see to before the execute body works. */
  readonly status: 'READY_TO_SIGN' | 'ACTION_NEEDED' | 'DEPOSIT';
  readonly quote: Quote;
  /** Null where nothing is signed. */
  readonly signRequest: {
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
  } | null;
  readonly execute: {
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
  readonly warnings?: readonly string[];
  readonly understood?: UnderstoodIntent;
};

// Written by `npm run client:types` from the service's OpenAPI document.

import type { Quote } from './quote.ts';
import type { SignRequest } from './sign-request.ts';

export type FundedPayment = {
  /** The demand to pay once the transfer has arrived. */
  readonly accepted: {
    readonly scheme: string;
    readonly network: string;
    readonly asset: string;
    readonly payTo: string;
    readonly amount: string;
  };
  /** DEPOSIT: there is nothing to sign; post the execute body, and pay to the address that it answers with. ACTION_NEEDED comes with warnings: what the payer must see to before the execute body works. */
  readonly status: 'READY_TO_SIGN' | 'ACTION_NEEDED' | 'DEPOSIT';
  readonly quote: Quote;
  /** Null where nothing is signed. */
  readonly signRequest: SignRequest | null;
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
};

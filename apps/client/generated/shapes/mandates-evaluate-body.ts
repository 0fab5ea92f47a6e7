// Written by `npm run client:types` from the service's OpenAPI document.

export type MandatesEvaluateBody = {
  /** The registered mandate with a closed one (mandate.payment.1), bound to the nonce and aud of a challenge by the key in its cnf: as the next token of the chain (AP2: open~~closed), or in the key binding JWT (RFC 9901). */
  readonly presentation: string;
  /** The body that POST /api/route/execute would have, without mandate. */
  readonly execute: {
    /** An EVM chain id such as 8453, or a node's name such as "stellar". */
    readonly fromChain: number | string;
    /** An EVM chain id such as 8453, or a node's name such as "stellar". */
    readonly toChain: number | string;
    /** Digits, the source token's smallest units. */
    readonly amount: string;
    /** Symbol or address; omitted means the chain's own coin. */
    readonly fromToken?: string;
    /** Symbol or address; omitted means the chain's own coin. */
    readonly toToken?: string;
    /** The recipient on toChain; the payer when left out, where both chains write addresses alike. */
    readonly toAddress?: string;
    /** The payer on fromChain. */
    readonly fromAddress?: string;
    /** Symbol or address, for both sides; fromToken and toToken win over it. */
    readonly token?: string;
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
    /** A fraction from 0 to 0.5, such as 0.005. */
    readonly slippage?: number;
    /** At most 32 rail names such as "floatlane". */
    readonly excludeRails?: readonly string[];
    /** Base64 of {preparedMsg, sig}. */
    readonly pass?: string;
    /** "self" or "permit2": who pays, the operator (when left out) or the signer of the permit; from bitcoin left out, the caller pays to an address that execute answers with. */
    readonly mode?: 'self' | 'permit2';
    /** True: answers what it would do, and does nothing. */
    readonly dryRun?: boolean;
    /** False: as dryRun; true: broadcasts on opt-in rails too. */
    readonly live?: boolean;
    /** True: the recipient may be an address without a known key. */
    readonly allowBurnAddress?: boolean;
    /** Digits, the destination token's smallest units; less than this must not arrive. */
    readonly minOut?: string;
  };
};

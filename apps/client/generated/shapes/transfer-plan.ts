// Written by `npm run client:types` from the service's OpenAPI document.

export type TransferPlan = {
  readonly id: string;
  /** Epoch milliseconds; nothing is reserved until then. */
  readonly expiresAt: number;
  readonly goal: 'max-output' | 'cheapest' | 'fastest';
  readonly to: {
    /** EVM chain id, or a node's name. */
    readonly chain: number | string;
    /** Contract address, or "native". */
    readonly token: string;
    readonly symbol: string;
    readonly address: string;
  };
  /** Each a separate transfer, in any order; one may fail alone. */
  readonly legs: readonly ({
    readonly from: {
      /** EVM chain id, or a node's name. */
      readonly chain: number | string;
      /** Contract address, or "native". */
      readonly token: string;
      readonly symbol: string;
      /** In the source token's smallest units, digits. */
      readonly amount: string;
    };
    /** A way to settle, by its own name. */
    readonly rail: string;
    /** In the destination token's smallest units, digits. */
    readonly estOut: string;
    /** In the destination token's smallest units, digits. */
    readonly minOut: string;
    /** In the source token's smallest units, digits. */
    readonly fee: string;
    /** Everything it loses against par, rounded up. */
    readonly feeBps: number;
    readonly etaSeconds: number;
    /** For POST /api/agent/do once fromAddress is added, for POST /api/route/execute once permit2 is; from bitcoin, for either unchanged. */
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
      readonly toAddress?: string;
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
  })[];
  readonly total: {
    /** What the legs take of each token, to the unit. */
    readonly in: readonly ({
      /** EVM chain id, or a node's name. */
      readonly chain: number | string;
      /** Contract address, or "native". */
      readonly token: string;
      readonly symbol: string;
      /** In the source token's smallest units, digits. */
      readonly amount: string;
    })[];
    /** In the destination token's smallest units, digits. */
    readonly estOut: string;
    /** In the destination token's smallest units, digits. */
    readonly minOut: string;
    readonly feeBps: number;
    readonly etaSeconds: number;
  };
  /** What each of the other usable sources would bring, taken whole. */
  readonly alternatives: readonly ({
    readonly from: {
      /** EVM chain id, or a node's name. */
      readonly chain: number | string;
      /** Contract address, or "native". */
      readonly token: string;
      readonly symbol: string;
      /** In the source token's smallest units, digits. */
      readonly amount: string;
    };
    /** A way to settle, by its own name. */
    readonly rail: string;
    /** In the destination token's smallest units, digits. */
    readonly estOut: string;
    /** In the destination token's smallest units, digits. */
    readonly minOut: string;
    /** In the source token's smallest units, digits. */
    readonly fee: string;
    /** Everything it loses against par, rounded up. */
    readonly feeBps: number;
    readonly etaSeconds: number;
    /** For POST /api/agent/do once fromAddress is added, for POST /api/route/execute once permit2 is; from bitcoin, for either unchanged. */
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
      readonly toAddress?: string;
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
  })[];
  readonly rejected: readonly ({
    /** The source as it was sent. */
    readonly from: {
      readonly chain: number | string;
      readonly token?: string;
      /** In the source token's smallest units, digits. */
      readonly amount: string;
    };
    readonly rail: string | null;
    /** Of GET /api/errors, or FEE_ABOVE_MAX, SLOWER_THAN_MAX, PAST_DEADLINE, PRICE_ONLY for an offer that has a price. */
    readonly code: string;
    readonly reason: string;
  })[];
  /** A JWS of type interline-plan+jwt over {planId, legsHash, minOut[], fee[], exp} by a key of /.well-known/jwks.json; legsHash is SHA-256 in hex of the legs' execute bodies as one array in RFC 8785 form. Null where the service signs nothing. */
  readonly offer: string | null;
  readonly note: string;
};

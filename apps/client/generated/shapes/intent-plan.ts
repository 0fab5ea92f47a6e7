// Written by `npm run client:types` from the service's OpenAPI document.

export type IntentPlan = {
  readonly goal: 'max-output' | 'cheapest' | 'fastest';
  readonly to: {
    /** EVM chain id, or a node's name. */
    readonly chain: number | string;
    /** Contract address, or "native". */
    readonly token: string;
    readonly symbol: string;
  };
  /** The winner; null where nothing can be executed. */
  readonly plan: {
    readonly from: {
      /** EVM chain id, or a node's name. */
      readonly chain: number | string;
      /** Contract address, or "native". */
      readonly token: string;
      readonly symbol: string;
      /** In the source token's smallest units, digits. */
      readonly amount: string;
    };
    readonly rail: string;
    /** In the destination token's smallest units, digits. */
    readonly estOut: string;
    /** In the destination token's smallest units, digits. */
    readonly minOut: string;
    readonly qualityScore: number;
    readonly effectiveFeePct: number;
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
  } | null;
  /** The other sources in the goal's order, those that only have a price last. */
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
    readonly rail: string;
    /** In the destination token's smallest units, digits. */
    readonly estOut: string;
    /** In the destination token's smallest units, digits. */
    readonly minOut: string;
    readonly qualityScore: number;
    readonly effectiveFeePct: number;
    readonly etaSeconds: number;
    /** A price that cannot be executed; `reason` says why. */
    readonly quoteOnly: boolean;
    readonly reason?: string;
    /** Where one signed permit or one deposit would execute it. */
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
  readonly skipped: readonly ({
    /** Its place among the sources. */
    readonly index: number;
    readonly from: {
      /** EVM chain id, or a node's name. */
      readonly chain: number | string;
      /** Contract address, or "native". */
      readonly token: string;
      readonly symbol: string;
      /** In the source token's smallest units, digits. */
      readonly amount: string;
    } | {
      readonly chain: number | string;
      readonly token?: string;
    };
    readonly reason: string;
    readonly errorCode: string;
  })[];
  /** Sources in the request, skipped ones included. */
  readonly sourcesConsidered: number;
  readonly note: string;
};

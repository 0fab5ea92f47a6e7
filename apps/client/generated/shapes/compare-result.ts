// Written by `npm run client:types` from the service's OpenAPI document.

import type { FeeParts } from './fee-parts.ts';

export type CompareResult = {
  readonly lane: {
    readonly fromChain: string;
    readonly toChain: string;
    /** Every way that was asked, best first. */
    readonly applicableRails: readonly string[];
    readonly estOutUnit: string;
  };
  readonly quotes: readonly ({
    readonly rail: string;
    readonly ok: boolean;
    /** In the destination token's smallest units, digits. */
    readonly estOut: string;
    /** Expected, from the accepted order to the delivery. */
    readonly etaSeconds: number;
    /** True on one at most. */
    readonly best: boolean;
    /** Percent lost against par, two decimals, rounded up; below zero where more than par arrives. */
    readonly effectiveFeePct: number;
    /** What par is: unit for unit of one asset, by both tokens' prices, or unknown, so that only the service's own charge is counted. */
    readonly effectiveFeeBasis?: 'units' | 'prices' | 'charge';
    /** Output up to 60, time up to 20, the way's own record up to 20. */
    readonly qualityScore: number;
    /** True: it broadcasts only with live: true; false: by default. */
    readonly needsLive: boolean;
    /** A price that cannot be executed; `reason` says why. */
    readonly quoteOnly: boolean;
    readonly bridge?: string;
    /** In the destination token's smallest units, digits. */
    readonly minOut?: string;
    /** The service's whole charge, in the source token's smallest units. */
    readonly fee?: string;
    readonly fees?: FeeParts;
    readonly errorCode?: string;
    readonly reason?: string;
    /** When this way can be asked again, where it says so. */
    readonly retryAfterMs?: number;
    /** The least this way would take, in the source token's smallest units. */
    readonly minInput?: string;
  })[];
  /** The best way; "" where none gave a price. */
  readonly best: string;
  /** Ways that gave a price. */
  readonly comparedRails: number;
  /** Ways that were asked. */
  readonly railsAttempted: number;
  readonly guard: {
    /** False when nothing is priced or the best way loses more than the threshold. */
    readonly ok: boolean;
    /** Percent lost against par, two decimals, rounded up; below zero where more than par arrives. */
    readonly effectiveFeePct: number;
    /** What par is: unit for unit of one asset, by both tokens' prices, or unknown, so that only the service's own charge is counted. */
    readonly effectiveFeeBasis?: 'units' | 'prices' | 'charge';
    readonly thresholdPct: number;
    /** From this input on the best way prices the transfer and its fee is worth paying, in the source token's smallest units. */
    readonly recommendedMinInput: string;
  };
  /** Made for an earlier request, at most 12 s ago. */
  readonly cached: boolean;
  readonly firstParty: {
    /** The way that pays out of the service's own inventory; "" where none was asked. */
    readonly rail: string;
    /** In the destination token's smallest units, digits. */
    readonly estOut: string;
    readonly bestThirdParty: {
      /** A way to settle, by its own name. */
      readonly rail: string;
      /** In the destination token's smallest units, digits. */
      readonly estOut: string;
    } | null;
    /** How much more it delivers than the best third party, rounded down; 0 where either has no price. */
    readonly advantageBps: number;
    readonly cheaper: boolean;
  };
};

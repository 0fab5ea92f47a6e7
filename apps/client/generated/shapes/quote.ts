// Written by `npm run client:types` from the service's OpenAPI document.

import type { FeeParts } from './fee-parts.ts';

export type Quote = {
  /** One signed permit is enough: the payer needs no gas. */
  readonly gasless: boolean;
  readonly from: {
    /** EVM chain id, or a node's name. */
    readonly chain: number | string;
    /** Contract address, or "native". */
    readonly token: string;
    readonly symbol: string;
    /** In the source token's smallest units, digits. */
    readonly amount: string;
  };
  readonly to: {
    /** EVM chain id, or a node's name. */
    readonly chain: number | string;
    /** Contract address, or "native". */
    readonly token: string;
    readonly symbol: string;
    /** In the destination token's smallest units, digits. */
    readonly estimated: string;
    /** In the destination token's smallest units, digits. */
    readonly min: string;
    /** Null where the request named none. */
    readonly recipient: string | null;
  };
  /** What the money rides on within that way. */
  readonly bridge: string;
  /** What the money goes through, in order. */
  readonly via: readonly string[];
  /** Third-party engines that gave a price; the float lane is none of them. */
  readonly bestOf: number;
  /** Every way that was asked, best first. */
  readonly compared: readonly ({
    /** A way to settle, by its own name. */
    readonly rail: string;
    readonly ok: boolean;
    /** In the destination token's smallest units, digits. */
    readonly estOut: string;
    /** The least that it promises. */
    readonly minOut?: string;
    /** The service's whole charge there, in the source token's smallest units. */
    readonly fee?: string;
    readonly fees?: FeeParts;
    /** True: it broadcasts only with live: true; false: by default. */
    readonly needsLive: boolean;
    /** Expected, from the accepted order to the delivery; null where it has no price. */
    readonly etaSeconds: number | null;
    readonly best: boolean;
    readonly quoteOnly: boolean;
    readonly errorCode?: string;
    readonly reason?: string;
    /** The engine's own figures, such as the largest amount it takes now (`capNow`). */
    readonly facts?: Readonly<Record<string, unknown>>;
    /** When this way can be asked again, where it says so. */
    readonly retryAfterMs?: number;
  })[];
  /** Expected, from the accepted order to the delivery. */
  readonly durationSec: number;
  /** The service's standard charge in hundredths of a percent. */
  readonly svcRouteFeeBps: number;
  /** The service's whole charge, in smallest units of the source token: the float lane's own price, or the standard charge and the gas the relayer fronts; `lost` is what an engine's spread and fees cost as well. */
  readonly svcRouteFee: string;
  /** The parts of what it costs; service and gas are svcRouteFee. */
  readonly fees: FeeParts;
  /** How much less arrives than left, our charge in it, in smallest units of the source token at the prices of now, rounded up; below zero where more arrives than par. */
  readonly lost?: string;
  /** Percent lost against par, two decimals, rounded up; below zero where more than par arrives. */
  readonly effectiveFeePct?: number;
  /** What par is: unit for unit of one asset, by both tokens' prices, or unknown, so that only the service's own charge is counted. */
  readonly effectiveFeeBasis?: 'units' | 'prices' | 'charge';
  /** True: priced, and cannot be settled; branch on it before you offer the quote. */
  readonly quoteOnly: boolean;
  readonly executeReady: boolean;
  /** What to add to the request, beside the signed permit, so that execute keeps this quote; where executeReady is true. */
  readonly execute?: {
    /** Left out from bitcoin. */
    readonly mode?: 'permit2';
    /** The quoted way broadcasts only so; left out where it does by default. */
    readonly live?: true;
    /** In the destination token's smallest units, digits. */
    readonly minOut: string;
  };
  /** Where quoteOnly is true. */
  readonly quoteOnlyReason?: string;
  /** Where the source is deposited by the caller: from bitcoin. */
  readonly deposit?: {
    /** How deep the deposit must be before anything is paid for it. */
    readonly confirmations: number;
    /** How long after execute a deposit that is seen, mempool included, keeps the price, where a block takes it within the hour after that; execute locks none (lockedUntil null) where more than may be locked waits to be paid. */
    readonly lockSeconds: number;
    /** In smallest units of the source token. */
    readonly minAmount: string;
  };
  /** The payment creates the account of the recipient: to stellar. */
  readonly createsAccount?: true;
  readonly note: string;
  readonly floatlane?: {
    /** The lane's whole charge, gas included, in the source token's smallest units. */
    readonly fee: string;
    /** The charge in hundredths of a percent of the amount. */
    readonly effectiveFeeBps: number;
    /** The largest amount the lane takes now, in the source token's smallest units. */
    readonly capNow: string;
    /** What is free of the destination float, in the destination token's smallest units. */
    readonly destFloat: string;
    readonly pricing: {
      readonly mode: 'free-micro-vip' | 'micro-standard' | 'rebalancing-discount' | 'rebalancing-partial' | 'base' | 'adaptive' | 'undercut';
      /** The charge in hundredths of a percent of the amount. */
      readonly feeBps: number;
      /** The standard charge, which it never exceeds. */
      readonly standardFeeBps: number;
      readonly reason: string;
    };
    /** Whether the micro tier sets the price. */
    readonly freeTier: {
      readonly applied: boolean;
      /** The check that failed. */
      readonly failedCheck: string | null;
      readonly reason: string;
    };
    readonly vip: {
      readonly isMember: boolean;
      /** The collection of which fromAddress holds one. */
      readonly matched: string | null;
      /** The collections whose holders are members. */
      readonly collections: readonly ({
        readonly name: string;
        /** EIP-55 address. */
        readonly address: string;
        /** Where it has that address. */
        readonly chains: readonly (number | string)[];
      })[];
    };
  };
};

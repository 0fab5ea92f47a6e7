import type { Address, ChainRef, Hex, TokenRef, TypedData, Units } from '@interline/kernel';

/** An address for one payment: it has no key, and only one account can collect from it. */
export interface PaymentAddress {
  readonly chain: ChainRef;
  readonly address: Address;
  /** Our account that collects. */
  readonly collector: Address;
  /** Our account that receives the collected money. */
  readonly recipient: Address;
}

export interface WatchedPayment {
  readonly address: Address;
  /** Contract address, or `native`. */
  readonly token: string;
  /** 1 for the newest block. */
  readonly depth: number;
}

/** What an address holds. We collect nothing from it between the two readings. */
export interface PaymentReading {
  /** In the newest block, from one node. */
  readonly shown: Units;
  /**
   * At the requested depth, where enough nodes show the same block with the same balance; else
   * null.
   */
  readonly deep: {
    readonly units: Units;
    readonly block: number;
    /** Timestamp of that block. */
    readonly timestampSec: number;
  } | null;
}

export interface Collection {
  readonly id: string;
  readonly paid: PaymentAddress;
  readonly token: string;
  readonly units: Units;
}

/** The call that the collector makes. */
export interface CollectingCall {
  readonly to: Address;
  readonly data: Hex;
}

/** A payment that its payer signs, bound to its id and address, so that it pays nothing else. */
export interface AuthorizedPayment {
  readonly id: string;
  readonly payer: Address;
  readonly paid: Pick<PaymentAddress, 'address'>;
  readonly token: TokenRef;
  readonly units: Units;
  readonly untilMs: number;
}

/**
 * Addresses that callers pay to, one for each payment, on chains where a contract can be deployed
 * at them later.
 */
export interface PaymentAddressPort {
  readonly chains: readonly ChainRef[];
  /** Belongs to the current accounts and that id; deterministic and unique. No network. */
  addressOf(chain: ChainRef, id: string): PaymentAddress;
  /** The payment URI for a wallet. */
  uriOf(paid: Pick<PaymentAddress, 'chain' | 'address'>, token: string, units: Units): string;
  /** Whether payments there can be collected. Throws `CHAIN_UNREACHABLE`. */
  isServed(chain: ChainRef, signal: AbortSignal): Promise<boolean>;
  /** In the order of the request. Throws `CHAIN_UNREACHABLE` while too few nodes answer. */
  seenAt(
    chain: ChainRef,
    watched: readonly WatchedPayment[],
    signal: AbortSignal,
  ): Promise<readonly PaymentReading[]>;
  /** Collects exactly that amount or nothing. No network. */
  collecting(collection: Collection): CollectingCall;
  /**
   * What a payer without coin can sign instead of sending the payment; null where the token takes
   * no such signature. No network.
   */
  toAuthorize(payment: AuthorizedPayment): TypedData | null;
  /** The call that any account may make with that signature, once. No network. */
  authorized(payment: AuthorizedPayment, signature: Hex): CollectingCall;
  /**
   * The call that any account must have made once on a chain before the first collection; null
   * where it was made. Throws `CHAIN_UNREACHABLE`.
   */
  missingFor(chain: ChainRef, signal: AbortSignal): Promise<CollectingCall | null>;
}

import type { Address, ChainRef, Hex, TokenRef, TypedData, Units } from '@interline/kernel';

/** An address for one payment: it has no key, and only one account can collect from it. */
export interface PaymentAddress {
  readonly chain: ChainRef;
  readonly address: Address;
  /** The account of ours that collects. */
  readonly collector: Address;
  /** The account of ours that gets what is collected. */
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
  /** In the newest block, by one node. */
  readonly shown: Units;
  /**
   * At the requested depth, where enough nodes show the same block with the same balance; else
   * null.
   */
  readonly deep: {
    readonly units: Units;
    readonly block: number;
    /** Of that block. */
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

/** A payment that its payer signs: bound to its id and its address, so that it pays nothing else. */
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
  /**
   * Of the accounts in use, and of that id: the same at every call, and of no other id. No network.
   */
  addressOf(chain: ChainRef, id: string): PaymentAddress;
  /** What a wallet reads the payment from. */
  uriOf(paid: Pick<PaymentAddress, 'chain' | 'address'>, token: string, units: Units): string;
  /** Whether payments there can be collected. Throws `CHAIN_UNREACHABLE`. */
  isServed(chain: ChainRef, signal: AbortSignal): Promise<boolean>;
  /** In the order asked for. Throws `CHAIN_UNREACHABLE` while fewer nodes answer than that takes. */
  seenAt(
    chain: ChainRef,
    watched: readonly WatchedPayment[],
    signal: AbortSignal,
  ): Promise<readonly PaymentReading[]>;
  /** Exactly that much or nothing. No network. */
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

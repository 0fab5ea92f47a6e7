import type { Amount, Units } from './amount.ts';
import type { ChainRef } from './chain.ts';
import type { JsonObject } from './json.ts';
import type { Lane } from './lane.ts';
import type { Memo } from './memo.ts';
import type { RailOutcome } from './outcome.ts';
import type { Plan } from './plan.ts';
import type { Ppm } from './slippage.ts';
import type { TokenRef } from './token.ts';

/**
 * Pseudonyms that identify a client. Each has a share of an upstream's rate limit, and a request
 * uses one of every share, so the smallest decides.
 */
export type Askers = readonly string[];

export interface QuoteRequest {
  readonly lane: Lane;
  readonly from: TokenRef;
  readonly to: TokenRef;
  readonly amount: Amount;
  /** Who pays; null prices for an anonymous non-member. */
  readonly payer: string | null;
  /** Null until one is named; a rail must be able to price without it. */
  readonly recipient: string | null;
  /**
   * Refund address of a deposit on the source chain. It never defaults to the sender's address,
   * because an exchange may have sent it.
   */
  readonly refundAddress?: string;
  /** Memo of the payout, on chains with memos. */
  readonly memo?: Memo;
  /** The recipient may be paid with a claimable balance if it has no trustline. */
  readonly claimable?: true;
  readonly slippage: Ppm;
  /** The agreed minimum for the recipient, if any: an engine that promises less refuses. */
  readonly minOutput?: Units;
  /**
   * The clients whose shares of an upstream's rate limit it uses; left out for our own work on
   * routes.
   */
  readonly askedBy?: Askers;
  /** The money is the service's own, so a charge would only move it to another account. */
  readonly isOwn?: true;
  /**
   * Only a price is requested, for an open order. The caller handles the float, so nothing is
   * refused because of the float's size.
   */
  readonly priceOnly?: true;
  /**
   * The payer's EIP-2612 permit precedes the pull, because Permit2's allowance is too low: the
   * price includes its gas.
   */
  readonly needsAllowance?: true;
}

/** Gas of a payer's EIP-2612 permit for Permit2, on the high side: 75,000 with USDC. */
const allowanceGas = 80_000n;

/** The gas of transactions before the pull of such a request. */
export function gasAheadOf({ needsAllowance }: Pick<QuoteRequest, 'needsAllowance'>): bigint {
  return needsAllowance === true ? allowanceGas : 0n;
}

interface QuoteTerms {
  /** The engine's name, the same everywhere: `floatlane`, `lifi`, `stellar`, ... */
  readonly rail: string;
  /** The bridge or carrier it uses; the rail's own name if there is none. */
  readonly bridge: string;
  readonly via: readonly string[];
  readonly input: Amount;
  /**
   * Expected output for the recipient after every fee, in the destination token's smallest units.
   */
  readonly output: Units;
  /** The rail's guaranteed minimum. */
  readonly minOutput: Units;
  /** The service's whole charge, in the source token's smallest units. */
  readonly fee: Units;
  /**
   * The part of it that pays for gas which the relayer pays upfront; left out if gas is not charged
   * separately.
   */
  readonly gasFee?: Units;
  /**
   * An input slightly above the engine's minimum that it would price too, in the source token's
   * smallest units; left out if it knows none.
   */
  readonly minInput?: Units;
  readonly durationSec: number;
  readonly note?: string;
}

/** What the relayer pays upfront on one chain for a transfer. */
export interface Fronted {
  readonly chain: ChainRef;
  /** Gas of the relayer's transactions there, on the high side. */
  readonly gas: bigint;
  /** Coin that they carry beside the amount, such as an engine's flat fee. */
  readonly coin: Units;
}

/** A price that can be executed until it expires. */
export interface FirmQuote extends QuoteTerms {
  readonly kind: 'firm';
  readonly expiresAtMs: number;
  /**
   * What its cost consists of; the core prices it with the sign request and again at execute. Left
   * out: a pull, and a token payout if the destination is an EVM chain.
   */
  readonly fronts?: readonly Fronted[];
  /**
   * How long the quote's plan stays valid. Perishable: a request that leaves its price no room is
   * refused before the payer signs. Left out: known only with the plan.
   */
  readonly keeps?: Plan['keeps'];
  /** The rail's own data about the quote, passed back to `plan` unchanged. */
  readonly memo: JsonObject;
}

/** A price that can never be executed; `reason` says why. */
export interface IndicativeQuote extends QuoteTerms {
  readonly kind: 'indicative';
  readonly reason: string;
}

export type Quote = FirmQuote | IndicativeQuote;

/** One engine's answer to a request. */
export interface Offer {
  readonly rail: string;
  readonly outcome: RailOutcome<Quote>;
  /** Facts about the engine, shown beside its price unchanged. */
  readonly block?: JsonObject;
}

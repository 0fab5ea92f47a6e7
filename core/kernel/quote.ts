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
 * Pseudonyms of what a client is known by. Each has a share of an upstream's request limit, and a
 * question uses one of every share, so the smallest decides.
 */
export type Askers = readonly string[];

export interface QuoteRequest {
  readonly lane: Lane;
  readonly from: TokenRef;
  readonly to: TokenRef;
  readonly amount: Amount;
  /** Who pays; null prices for an anonymous non-member. */
  readonly payer: string | null;
  /** Null until one is named; a rail must not need it to price. */
  readonly recipient: string | null;
  /**
   * Where a deposit goes back to, on the source chain. Never the payer's by default: an exchange may
   * have sent it.
   */
  readonly refundAddress?: string;
  /** What stands beside the payout, on chains whose payments carry a memo. */
  readonly memo?: Memo;
  /** The recipient may be paid with a balance to claim, where it holds no trustline. */
  readonly claimable?: true;
  readonly slippage: Ppm;
  /** The least the recipient must get, where one was agreed: an engine that promises less refuses. */
  readonly minOutput?: Units;
  /** Whose shares of an upstream's request limit it uses; left out for our own work on routes. */
  readonly askedBy?: Askers;
  /** The money is the service's own, so that a charge would only move it to another account. */
  readonly isOwn?: true;
  /**
   * Only the price is asked, for an order under way: the caller takes care of the float, so nothing is
   * refused for what it serves.
   */
  readonly priceOnly?: true;
  /**
   * The payer's EIP-2612 permit goes out in front of the pull, because Permit2 may not take the
   * amount yet: the price has its gas.
   */
  readonly needsAllowance?: true;
}

/** Gas of a payer's EIP-2612 permit for Permit2, on the high side: 75,000 with USDC. */
const allowanceGas = 80_000n;

/** The gas that goes out in front of the pull of such a request. */
export function gasAheadOf({ needsAllowance }: Pick<QuoteRequest, 'needsAllowance'>): bigint {
  return needsAllowance === true ? allowanceGas : 0n;
}

interface QuoteTerms {
  /** The engine's name, the same everywhere: `floatlane`, `lifi`, `stellar`, ... */
  readonly rail: string;
  /** What it rides on; the rail's own name where it rides on nothing else. */
  readonly bridge: string;
  readonly via: readonly string[];
  readonly input: Amount;
  /**
   * What the recipient is expected to get, after every fee, in the destination token's smallest
   * units.
   */
  readonly output: Units;
  /** What the rail promises at least. */
  readonly minOutput: Units;
  /** The service's whole charge, in the source token's smallest units. */
  readonly fee: Units;
  /** What of it pays for gas that the relayer fronts; left out where gas is not charged apart. */
  readonly gasFee?: Units;
  /**
   * An input that the engine would price too and that is little above the least, in the source
   * token's smallest units; left out where it knows none.
   */
  readonly minInput?: Units;
  readonly durationSec: number;
  readonly note?: string;
}

/** What the relayer fronts on one chain to carry a transfer out. */
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
   * out: a pull, and a token's payout where the destination is an EVM chain.
   */
  readonly fronts?: readonly Fronted[];
  /**
   * How long the plan of the quote will be good. Perishable: a request that leaves its price no room
   * is refused before the payer signs. Left out: known with the plan only.
   */
  readonly keeps?: Plan['keeps'];
  /** The rail's own memory of the quote, handed back to `plan` untouched. */
  readonly memo: JsonObject;
}

/** A price that can never be executed; `reason` says why. */
export interface IndicativeQuote extends QuoteTerms {
  readonly kind: 'indicative';
  readonly reason: string;
}

export type Quote = FirmQuote | IndicativeQuote;

/** The answer of one engine of a rail to a request. */
export interface Offer {
  readonly rail: string;
  readonly outcome: RailOutcome<Quote>;
  /** Facts about the engine, shown beside its price as it gives them. */
  readonly block?: JsonObject;
}

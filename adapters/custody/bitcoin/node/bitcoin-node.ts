import type { ScriptHex } from '../coins/output-script.ts';
import type { FeeRate } from '../fees/fee-rate.ts';
import type { Outpoint } from '../outpoint.ts';

export interface BlockRef {
  readonly height: number;
  readonly hash: string;
}

export interface ChainTip extends BlockRef {
  /** Median of the last eleven blocks' times, in Unix seconds: what time locks are held against. */
  readonly medianTimeSec: number;
}

export interface UnspentOutput {
  readonly outpoint: Outpoint;
  readonly address: string;
  readonly script: ScriptHex;
  readonly units: bigint;
  /** 0 while its transaction is in the mempool. */
  readonly confirmations: number;
  /**
   * Of the block it is in, where the source provides it. Core leaves it out, because Core is one
   * machine.
   */
  readonly blockHash?: string;
  /**
   * Its transaction is unconfirmed and signals replacement (BIP-125). Nodes since Core 28 replace
   * unsignalled ones too, so `false` is a hint and only a confirmation is worth something.
   */
  readonly parentReplaceable: boolean;
}

/** All of it holds at one tip; what the mempool spends already is left out. */
export interface UnspentReading {
  readonly tip: ChainTip;
  readonly outputs: readonly UnspentOutput[];
}

/** A transaction that paid an address, whole. */
export interface PayingTransaction {
  readonly txid: string;
  readonly raw: string;
  /** Null while it is in the mempool; `timeSec` is what its block says, in Unix seconds. */
  readonly block: (BlockRef & { readonly timeSec: number }) | null;
}

/** All of it holds at one tip. */
export interface PayingReading {
  readonly tip: ChainTip;
  readonly transactions: readonly PayingTransaction[];
}

/** `unknown`: this node has it neither in a block of its best chain nor in its mempool. */
export type TransactionReading =
  | { readonly state: 'confirmed'; readonly raw: string; readonly block: BlockRef }
  | { readonly state: 'mempool'; readonly raw: string; readonly signalsReplacement: boolean }
  | { readonly state: 'unknown' };

/**
 * - spent: `by` is null where this node cannot tell by whom; `block` is null while the spender is
 *   in the mempool
 * - unknown: this node knows no such output
 */
export type SpendReading =
  | { readonly state: 'unspent' }
  | {
      readonly state: 'spent';
      readonly by: { readonly txid: string; readonly block: BlockRef | null } | null;
    }
  | { readonly state: 'unknown' };

export interface RelayRates {
  /** The node accepts no transaction below this rate now. */
  readonly minimum: FeeRate;
  /** By how much a replacement must outbid, for its own size. */
  readonly incremental: FeeRate;
}

/** Why a node does not accept a transaction, as far as that decides what to do next. */
export type BroadcastRefusal =
  /** An input is spent on the chain, or its transaction is not there. */
  | 'missing-inputs'
  /** Another transaction in the mempool spends an input, and this one does not outbid it. */
  | 'conflict'
  | 'fee-too-low'
  | 'fee-too-high'
  | 'dust'
  | 'non-final'
  /** Too many unconfirmed ancestors or descendants. */
  | 'chain-too-long'
  /** The node relays nothing of this kind; another one may, or a later version of it. */
  | 'policy'
  | 'invalid';

/** `unknown`: no answer, or none that says whether the node accepted it. It may be on its way. */
export type BroadcastOutcome =
  | { readonly kind: 'accepted' | 'already-known' | 'unknown' }
  | { readonly kind: 'refused'; readonly reason: BroadcastRefusal };

/**
 * When an address can have been paid first, in Unix seconds; null for one that is fresh, which nothing
 * can have paid; `earlier` for one that was watched before and may have been lost since.
 */
export type Born = number | 'earlier' | null;

/**
 * When the first block was made that pays one of some addresses, in Unix seconds.
 *
 * - never: they are watched, and no block pays any
 * - unwatched: the source does not know one of them, and cannot tell
 */
export type FirstPaid = number | 'never' | 'unwatched';

/** Asked only where the source does not know an address yet. */
export type AskedBorn = Born | (() => Promise<Born>);

/**
 * One source of facts on the chain. Every method but `broadcast` throws `CHAIN_UNREACHABLE` where
 * the source does not answer properly; its own words never leave the adapter.
 */
export interface BitcoinNode {
  tip(signal: AbortSignal): Promise<ChainTip>;
  /** The best chain's block at the height, or null above the tip. */
  blockHash(height: number, signal: AbortSignal): Promise<string | null>;
  /** The ids of a block's transactions, or null where the node has no such block. */
  blockTransactions(hash: string, signal: AbortSignal): Promise<readonly string[] | null>;
  /**
   * Makes later readings of these addresses complete from then on. Call it before an address is
   * shown. The float's own addresses are kept apart from those of deposits, which are the default.
   */
  watch(
    addresses: readonly string[],
    born: AskedBorn,
    signal: AbortSignal,
    use?: 'float' | 'deposits',
  ): Promise<void>;
  /** Since when these addresses were paid. */
  firstPaid(addresses: readonly string[], signal: AbortSignal): Promise<FirstPaid>;
  /**
   * Names of watch-only wallets of ours that it cannot load; others watch their addresses. None where the
   * source needs no wallets.
   */
  damagedWallets(signal: AbortSignal): Promise<readonly string[]>;
  /** Of watched addresses; the mempool's outputs are included. */
  unspent(addresses: readonly string[], signal: AbortSignal): Promise<UnspentReading>;
  /**
   * The transactions that pay one of these watched addresses: those in blocks from that height on,
   * and those in the mempool. In no order.
   */
  paying(
    addresses: readonly string[],
    fromHeight: number,
    signal: AbortSignal,
  ): Promise<PayingReading>;
  transaction(txid: string, signal: AbortSignal): Promise<TransactionReading>;
  /**
   * What a transaction in the mempool and all that spend its outputs there pay together, in sats: a
   * replacement must pay more. Null where the mempool does not have it.
   */
  packageFee(txid: string, signal: AbortSignal): Promise<bigint | null>;
  spendOf(outpoint: Outpoint, signal: AbortSignal): Promise<SpendReading>;
  /** The rate for inclusion within so many blocks (1 to 1,008), or null without an estimate. */
  feeEstimate(targetBlocks: number, signal: AbortSignal): Promise<FeeRate | null>;
  /** Null where the source does not tell them. */
  relayRates(signal: AbortSignal): Promise<RelayRates | null>;
  broadcast(raw: string, signal: AbortSignal): Promise<BroadcastOutcome>;
}

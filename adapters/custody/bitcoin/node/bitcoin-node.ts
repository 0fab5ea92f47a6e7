import type { ScriptHex } from '../coins/output-script.ts';
import type { FeeRate } from '../fees/fee-rate.ts';
import type { Outpoint } from '../outpoint.ts';

export interface BlockRef {
  readonly height: number;
  readonly hash: string;
}

export interface ChainTip extends BlockRef {
  /** Median time of the last eleven blocks, in Unix seconds. Time locks are checked against it. */
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
   * True if its transaction is unconfirmed and signals replacement (BIP-125). Nodes since Core 28
   * also replace transactions that do not signal it, so `false` is only a hint; only a confirmation
   * is proof.
   */
  readonly parentReplaceable: boolean;
}

/** Everything in it holds at one tip. Outputs that the mempool already spends are left out. */
export interface UnspentReading {
  readonly tip: ChainTip;
  readonly outputs: readonly UnspentOutput[];
}

/** A complete transaction that paid an address. */
export interface PayingTransaction {
  readonly txid: string;
  readonly raw: string;
  /** Null while it is in the mempool; `timeSec` is the block's own timestamp, in Unix seconds. */
  readonly block: (BlockRef & { readonly timeSec: number }) | null;
}

/** Everything in it holds at one tip. */
export interface PayingReading {
  readonly tip: ChainTip;
  readonly transactions: readonly PayingTransaction[];
}

/** `unknown`: the node has it neither in its best chain nor in its mempool. */
export type TransactionReading =
  | { readonly state: 'confirmed'; readonly raw: string; readonly block: BlockRef }
  | { readonly state: 'mempool'; readonly raw: string; readonly signalsReplacement: boolean }
  | { readonly state: 'unknown' };

/**
 * - spent: `by` is null when this node cannot identify the spender; `block` is null while the
 *   spender is in the mempool
 * - unknown: this node does not know the output
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
  /** The rate that a replacement must add to the old fee, for its own size. */
  readonly incremental: FeeRate;
}

/** Why a node does not accept a transaction, as far as that decides what to do next. */
export type BroadcastRefusal =
  /** An input is already spent on the chain, or its transaction does not exist there. */
  | 'missing-inputs'
  /** Another transaction in the mempool spends an input, and this one does not outbid it. */
  | 'conflict'
  | 'fee-too-low'
  | 'fee-too-high'
  | 'dust'
  | 'non-final'
  /** Too many unconfirmed ancestors or descendants. */
  | 'chain-too-long'
  /** The node does not relay this kind of transaction. Another node, or a later version, may. */
  | 'policy'
  | 'invalid';

/** `unknown`: no answer, or none that says whether the node accepted it. It may be on its way. */
export type BroadcastOutcome =
  | { readonly kind: 'accepted' | 'already-known' | 'unknown' }
  | { readonly kind: 'refused'; readonly reason: BroadcastRefusal };

/**
 * The earliest time at which an address can have been paid, in Unix seconds. Null for a fresh
 * address, which cannot have been paid. `earlier` for an address that was watched before and may
 * have been lost since.
 */
export type Born = number | 'earlier' | null;

/**
 * Time of the first block that pays one of the addresses, in Unix seconds.
 *
 * - never: they are watched, and no block pays any of them
 * - unwatched: the source does not know one of them, so it cannot tell
 */
export type FirstPaid = number | 'never' | 'unwatched';

/** A function is called only if the source does not know an address yet. */
export type AskedBorn = Born | (() => Promise<Born>);

/**
 * One source of chain facts. Every method but `broadcast` throws `CHAIN_UNREACHABLE` when the
 * source does not answer properly. Its error text never leaves the adapter.
 */
export interface BitcoinNode {
  tip(signal: AbortSignal): Promise<ChainTip>;
  /** Hash of the best chain's block at the height, or null above the tip. */
  blockHash(height: number, signal: AbortSignal): Promise<string | null>;
  /** The transaction ids of a block, or null when the node does not have the block. */
  blockTransactions(hash: string, signal: AbortSignal): Promise<readonly string[] | null>;
  /**
   * Makes later readings of these addresses complete. Call it before an address is shown to a
   * payer. The float's own addresses are kept apart from deposit addresses, which are the default.
   */
  watch(
    addresses: readonly string[],
    born: AskedBorn,
    signal: AbortSignal,
    use?: 'float' | 'deposits',
  ): Promise<void>;
  /** When these addresses were first paid. */
  firstPaid(addresses: readonly string[], signal: AbortSignal): Promise<FirstPaid>;
  /**
   * Names of our watch-only wallets that the node cannot load; other wallets watch their addresses.
   * Empty if the source needs no wallets.
   */
  damagedWallets(signal: AbortSignal): Promise<readonly string[]>;
  /** Unspent outputs of watched addresses, including those in the mempool. */
  unspent(addresses: readonly string[], signal: AbortSignal): Promise<UnspentReading>;
  /**
   * The transactions that pay one of these watched addresses: in blocks from `fromHeight` on, and
   * in the mempool. Unordered.
   */
  paying(
    addresses: readonly string[],
    fromHeight: number,
    signal: AbortSignal,
  ): Promise<PayingReading>;
  transaction(txid: string, signal: AbortSignal): Promise<TransactionReading>;
  /**
   * The fees in sats of a mempool transaction together with its descendants there; a replacement
   * must pay more. Null when the mempool does not have it.
   */
  packageFee(txid: string, signal: AbortSignal): Promise<bigint | null>;
  spendOf(outpoint: Outpoint, signal: AbortSignal): Promise<SpendReading>;
  /** The rate for inclusion within so many blocks (1 to 1,008), or null without an estimate. */
  feeEstimate(targetBlocks: number, signal: AbortSignal): Promise<FeeRate | null>;
  /** Null when the source does not report them. */
  relayRates(signal: AbortSignal): Promise<RelayRates | null>;
  broadcast(raw: string, signal: AbortSignal): Promise<BroadcastOutcome>;
}

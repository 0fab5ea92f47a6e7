import type {
  BalanceReading,
  ChainRef,
  Address,
  Hex,
  TxHash,
  SignedTransaction,
} from '@interline/kernel';

/** The state of one transaction's slot, as of one block of one RPC node. */
export interface TransactionReading {
  readonly transactionId: string;
  /** From a receipt of that node, or of another node if its block is in the chain that was read. */
  readonly mined: MinedReading | null;
  /** At that block the account has used this transaction's slot. */
  readonly isSlotTaken: boolean;
  /**
   * One of our transactions that is mined in the chain that was read, or reported so, while too few
   * nodes agree on its receipt: its end is unknown.
   */
  readonly receiptOwed: TxHash | null;
}

/** Both ends included. */
export interface BlockRange {
  readonly from: number;
  readonly to: number;
}

/** Why the nodes do not show what happened on chain. */
export type UnseenReason =
  /** Fewer configured nodes answered in time than a proof needs: two, or the only one. */
  | 'node-silent'
  /** Fewer nodes than a proof needs show it, or one of them contradicts it. */
  | 'nodes-disagree'
  /** No node serves the logs, states or blocks of that time. */
  | 'history-unserved'
  /** The range's blocks are read a part at a time; the next search continues. */
  | 'search-goes-on'
  /** Every block of the range was read, and none has it. */
  | 'not-in-range';

interface Unseen {
  readonly kind: 'unseen';
  readonly reason: UnseenReason;
  /** The blocks that hold it, as far as known. */
  readonly range: BlockRange | null;
}

/** Where the consumer of a slot must be. */
export interface SlotSearch {
  /** The last block at which the slot is known to be free; null if unknown. */
  readonly freeAt: number | null;
  /** The block at which the slot was first seen taken; null for the head. */
  readonly takenAt: number | null;
}

/**
 * The on-chain transaction that consumed a slot of ours, ours or not. Found means that two nodes
 * show it, or the only configured one, and none contradicts it.
 */
export type SlotConsumer =
  | {
      readonly kind: 'found';
      readonly hash: TxHash;
      readonly block: number;
      /** The newest block that every node that shows it had then. */
      readonly head: number;
    }
  | Unseen;

/** The meaning of a permit's bit in Permit2. */
export type PermitFate =
  /** According to every node that answered in time, and to two if two are configured. */
  | { readonly kind: 'unspent' }
  /**
   * A transaction of our spender carries exactly this permit, and brought our accounts exactly its
   * units.
   */
  | { readonly kind: 'redeemed'; readonly hash: TxHash }
  | {
      readonly kind: 'spent-elsewhere';
      /**
       * The transaction that carries the permit's owner and nonce, or cancels the nonce. Null if
       * that happened inside a contract: then no transaction of our spender in that block redeemed
       * the permit, and no other account can.
       */
      readonly hash: TxHash | null;
      readonly block: number;
      readonly head: number;
    }
  | Unseen;

export interface MinedReading {
  readonly hash: TxHash;
  readonly block: number;
  readonly blockHash: string;
  /** For a merged one: whether its own group succeeded. */
  readonly isSuccess: boolean;
  /** For a merged one: its share. */
  readonly gasUsed: bigint;
  /** Total inclusion cost, including a rollup's posting fee if its receipt shows that. */
  readonly gasCost: bigint;
  /** The merged transaction that carries it; left out for a standalone one. */
  readonly multicall?: {
    readonly gasUsed: bigint;
    readonly gasCost: bigint;
    readonly failedGroups: readonly number[];
  };
  /**
   * ERC-20 Transfer logs of the receipt; for a plain coin transfer, the transaction's value with
   * `logIndex` -1.
   */
  readonly transfers: readonly TransferSeen[];
}

export interface TransferSeen {
  readonly token: string;
  readonly from: Address;
  readonly to: Address;
  readonly units: bigint;
  readonly logIndex: number;
}

export interface ChainReading {
  readonly chain: ChainRef;
  /**
   * The newest block that enough nodes (two, or the only one) and the node in use have reached. A
   * slot that the node shows free was free there. The node may be further, so a transaction can be
   * in a later block.
   */
  readonly block: number;
  /** The head of the node in use; what it shows may be in any block up to there. */
  readonly head: number;
  /** The chain's time that as many nodes have reached. */
  readonly timestampSec: number;
  readonly transactions: readonly TransactionReading[];
}

/** One node's head, and the requested canonical blocks below it. */
export interface HeadReading {
  readonly block: number;
  readonly blockHash: string;
  /** By height, including the head's; without those above it. */
  readonly hashes: ReadonlyMap<number, string>;
}

/** Value that another sender's transaction brought to an account. */
export interface Arrival {
  readonly hash: TxHash;
  /** Contract address, or `native`. */
  readonly token: string;
  readonly from: Address;
  readonly units: bigint;
  /**
   * Index of the Transfer log; negative for native coin, which leaves none. Two arrivals of one
   * transaction never share it.
   */
  readonly logIndex: number;
  /** The block that it came in. */
  readonly block: number;
  /** Timestamp of its block. */
  readonly timestampSec: number;
}

/** A search for a refund of money that we handed over, if its transaction is unknown. */
export interface RefundSearch {
  readonly token: Address;
  readonly to: Address;
  /** Accounts that could return it. */
  readonly from: readonly Address[];
  /** Exactly this amount, because a stranger can make a contract send dust any number of times. */
  readonly units: bigint;
  /** The transaction that handed it over; the search starts in its block. */
  readonly since: TxHash;
}

/** What a search for a refund has found so far; it continues with each call. */
export interface FoundRefunds {
  /** Oldest first. */
  readonly arrivals: readonly Arrival[];
  /**
   * Whether enough nodes have searched every block since, and agree. Otherwise there may be more,
   * and finding none proves nothing.
   */
  readonly isWhole: boolean;
}

/** A search for what others took from one of our accounts through an allowance. */
export interface TakenSearch {
  readonly token: Address;
  readonly from: Address;
  /** Two transactions of ours; their blocks and all blocks in between are searched. */
  readonly first: TxHash;
  readonly last: TxHash;
}

/** A search for our own transfers to an account, known to the store or not. */
export interface PaymentSearch {
  readonly token: Address;
  readonly from: readonly Address[];
  readonly to: Address;
  /** Chain time. */
  readonly sinceSec: number;
}

export interface Payment {
  readonly hash: TxHash;
  readonly logIndex: number;
  readonly units: bigint;
  readonly block: number;
  /** 1 in the newest block. */
  readonly depth: number;
  /**
   * Two nodes show the receipt with it, or the only configured one, and none contradicts it. One
   * that is not agreed may stop an order, but must not end a route.
   */
  readonly isAgreed: boolean;
}

/** An account's transaction counts according to the RPC nodes. */
export interface QueueReading {
  /** Number of mined transactions. */
  readonly mined: number;
  /** Including pending ones without a gap, from the node that counts most; at least `mined`. */
  readonly pending: number;
  /**
   * The same from the node that counts least; null while fewer than two nodes answer, if two are
   * configured. One node's count opens no account, and does not make a store count as behind.
   */
  readonly leastPending: number | null;
  /**
   * Free slots below `mined`, if enough nodes answer and all of them agree; left out on chains that
   * consume slots in order.
   */
  readonly free?: readonly number[];
}

/** Holdings of our accounts, and their mined transaction counts, at one block. */
export interface HoldingsReading {
  /** The index of the node in use among the configured ones. */
  readonly readBy: number;
  readonly block: number;
  readonly blockHash: string;
  readonly balances: readonly BalanceReading[];
  readonly slotsTaken: ReadonlyMap<Address, number>;
}

/** Slots of an account of ours whose consumers the store does not know. */
export interface HistorySearch {
  readonly account: Address;
  /** Ascending. */
  readonly slots: readonly number[];
  /** A block at which the first of them was still free; null if unknown. */
  readonly freeAt: number | null;
}

/** The consumers of our account's slots, as far as the nodes show them. */
export interface AccountHistory {
  /** Ordered by slot, up to the first unseen one. */
  readonly transactions: readonly AccountTransaction[];
  readonly unseen: { readonly slot: number; readonly reason: UnseenReason } | null;
}

/** An on-chain transaction that consumed a slot of ours, made by this service or not. */
export interface AccountTransaction {
  readonly slot: number;
  readonly hash: TxHash;
  readonly block: number;
  readonly blockHash: string;
  /** Timestamp of its block. */
  readonly timestampSec: number;
  /** The newest block that every node that shows it had then. */
  readonly head: number;
  readonly isSuccess: boolean;
  /**
   * What the account paid for it beside its value, in units of coin; 0 if another account sent it.
   */
  readonly gasCost: bigint;
  /** Its own bytes and fields; null for a transaction type that we do not send. */
  readonly form: Pick<SignedTransaction, 'raw' | 'tx'> | null;
  /** Its calls; for a merged transaction of ours, each call of each group. */
  readonly calls: readonly OnChainCall[];
  /** Number of groups merged in it; 0 for a standalone transaction. */
  readonly groups: number;
  /** All transfers in it; coin that the transaction itself carries has `logIndex` -1. */
  readonly transfers: readonly TransferSeen[];
}

export interface OnChainCall {
  /** Null for a contract creation. */
  readonly to: Address | null;
  readonly data: Hex;
  readonly value: bigint;
  /** Its group in a merged transaction; otherwise 0. */
  readonly group: number;
  /** Whether it succeeded. */
  readonly isSuccess: boolean;
  readonly does: CallContent;
}

/** The meaning of calldata, in our own terms. */
export type CallContent =
  /** Redeems the payer's permit. */
  | { readonly kind: 'pull'; readonly owner: Address; readonly nonce: bigint }
  /** Moves a token, or the chain's coin (`native`), to an address. */
  | {
      readonly kind: 'payment';
      readonly token: string;
      readonly to: Address;
      readonly units: bigint;
    }
  /** Grants an address an allowance on a token of ours. */
  | {
      readonly kind: 'approve';
      readonly token: Address;
      readonly spender: Address;
      readonly units: bigint;
    }
  /** Collects what was paid at an address of ours (`payment-addresses.ts`), exactly this amount. */
  | {
      readonly kind: 'collection';
      readonly token: string;
      readonly from: Address;
      readonly to: Address;
      readonly units: bigint;
    }
  /**
   * Sends what a payer authorized the token to move (EIP-3009), or Permit2 through x402's proxy.
   */
  | {
      readonly kind: 'authorization';
      readonly token: string;
      readonly from: Address;
      readonly to: Address;
      readonly units: bigint;
    }
  /** A no-op, a payer's allowance, or account setup: it moves nothing of ours. */
  | { readonly kind: 'housekeeping' }
  | { readonly kind: 'other' };

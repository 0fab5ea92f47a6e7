import type {
  BalanceReading,
  ChainRef,
  Address,
  Hex,
  TxHash,
  SignedTransaction,
} from '@interline/kernel';

/** What became of one transaction's slot, as of one block of one RPC node. */
export interface TransactionReading {
  readonly transactionId: string;
  /**
   * By a receipt of that node, or of another node where its block is in the chain that was read.
   */
  readonly mined: MinedReading | null;
  /** At that block the account has used this transaction's slot. */
  readonly isSlotTaken: boolean;
  /**
   * One of ours that is in a block of the chain that was read, or is said to be, while too few nodes
   * serve its receipt alike: its end is unknown.
   */
  readonly receiptOwed: TxHash | null;
}

/** Both included. */
export interface BlockRange {
  readonly from: number;
  readonly to: number;
}

/** Why the nodes do not show what happened on chain. */
export type UnseenReason =
  /** Fewer configured nodes answered in time than a proof takes: two, or the only one. */
  | 'node-silent'
  /** Fewer nodes than a proof takes show it, or one of them shows something else. */
  | 'nodes-disagree'
  /** No node serves the logs, states or blocks since then. */
  | 'history-unserved'
  /** The blocks of the range are read a part at a time; the next search goes on. */
  | 'search-goes-on'
  /** Every block of the range was read, and none shows it. */
  | 'not-in-range';

interface Unseen {
  readonly kind: 'unseen';
  readonly reason: UnseenReason;
  /** The blocks that hold it, as far as that is known. */
  readonly range: BlockRange | null;
}

/** Where the on-chain transaction that consumed a slot must lie. */
export interface SlotSearch {
  /** The last block that is known to have had the slot free; null where none is. */
  readonly freeAt: number | null;
  /** The block at which the slot was seen taken first; null for the head. */
  readonly takenAt: number | null;
}

/**
 * The on-chain transaction that consumed a slot of ours, one of our own or not. Found means: two
 * nodes show it, or the only one that is configured, and none shows another.
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

/** What a permit's bit in Permit2 says of it. */
export type PermitFate =
  /** By every node that answered in time, and by two where two are configured. */
  | { readonly kind: 'unspent' }
  /**
   * A transaction of our spender carries this very permit, and brought our accounts exactly its
   * units.
   */
  | { readonly kind: 'redeemed'; readonly hash: TxHash }
  | {
      readonly kind: 'spent-elsewhere';
      /**
       * The transaction that carries the permit's owner and nonce, or cancels the nonce. Null where
       * that happened inside a contract: then no transaction of our spender in that block redeemed the
       * permit, and no other account can.
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
  /** For one that was merged with others: whether its own group happened. */
  readonly isSuccess: boolean;
  /** For one that was merged with others: its share. */
  readonly gasUsed: bigint;
  /** All that inclusion cost, what a rollup charges for posting included where its receipt says so. */
  readonly gasCost: bigint;
  /** Of the merged transaction that carries it; left out for a transaction of its own. */
  readonly multicall?: {
    readonly gasUsed: bigint;
    readonly gasCost: bigint;
    readonly failedGroups: readonly number[];
  };
  /**
   * ERC-20 Transfer logs of the receipt; for a plain coin transfer, the transaction's own value
   * with `logIndex` -1.
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
   * The newest block that enough nodes have reached, two or the only one, and the one that was read: a
   * slot that it shows free was free there. It may be further, so a transaction can lie above it.
   */
  readonly block: number;
  /** Of the node that was read: what it shows may lie up to there. */
  readonly head: number;
  /** As many nodes show that the chain's time has come so far. */
  readonly timestampSec: number;
  readonly transactions: readonly TransactionReading[];
}

/** One node's head, and the canonical blocks under it that were asked for. */
export interface HeadReading {
  readonly block: number;
  readonly blockHash: string;
  /** By height, the head's included; without those above it. */
  readonly hashes: ReadonlyMap<number, string>;
}

/** Value that a transaction not of ours brought an account. */
export interface Arrival {
  readonly hash: TxHash;
  /** Contract address, or `native`. */
  readonly token: string;
  readonly from: Address;
  readonly units: bigint;
  /**
   * Of the Transfer log; below zero for native coin, which leaves none. Two arrivals of one
   * transaction never share it.
   */
  readonly logIndex: number;
  /** The block that it came in. */
  readonly block: number;
  /** Of its block. */
  readonly timestampSec: number;
}

/** A search for a refund of what we handed over, where its transaction is unknown. */
export interface RefundSearch {
  readonly token: Address;
  readonly to: Address;
  /** Accounts that could give it back. */
  readonly from: readonly Address[];
  /** Exactly this amount: a stranger can have a contract send dust, any number of times. */
  readonly units: bigint;
  /** The transaction that handed it over: the search starts in its block. */
  readonly since: TxHash;
}

/** What a search for a refund has found so far: it goes on with each call. */
export interface FoundRefunds {
  /** Oldest first. */
  readonly arrivals: readonly Arrival[];
  /**
   * Whether enough nodes have searched every block since, and agree. Else there may be others, and
   * that none was found says nothing.
   */
  readonly isWhole: boolean;
}

/** A search for what others took from one of our accounts through an allowance. */
export interface TakenSearch {
  readonly token: Address;
  readonly from: Address;
  /** Two transactions of ours; their blocks and all between them are searched. */
  readonly first: TxHash;
  readonly last: TxHash;
}

/** A search for our own transfers to an account, whether or not the store knows them. */
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
   * Two nodes show the receipt with it, or the only one that is configured, and none shows another.
   * One that is not may stop an order; it must not end a route.
   */
  readonly isAgreed: boolean;
}

/** How many transactions an account has, by the RPC nodes. */
export interface QueueReading {
  /** How many are in blocks. */
  readonly mined: number;
  /**
   * With those that wait for a block without a gap before them, by the node that counts most; at
   * least `mined`.
   */
  readonly pending: number;
  /**
   * The same by the node that counts least; null while fewer nodes answer than two, where two are
   * configured: what one of them counts opens no account, and puts no store behind.
   */
  readonly leastPending: number | null;
  /**
   * Slots below `mined` that nothing has taken, as all nodes say that answer, enough of them; left
   * out where slots are taken in their order.
   */
  readonly free?: readonly number[];
}

/** What accounts of ours hold, and how many of their transactions are in blocks, at one block. */
export interface HoldingsReading {
  /** The node that was read, by its place among those that are configured. */
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
  /** A block at which the first of them was still free; null where none is known. */
  readonly freeAt: number | null;
}

/** What consumed slots of an account of ours, as far as the nodes show it. */
export interface AccountHistory {
  /** In the order of the slots, up to the first one that is unseen. */
  readonly transactions: readonly AccountTransaction[];
  readonly unseen: { readonly slot: number; readonly reason: UnseenReason } | null;
}

/** An on-chain transaction that consumed a slot of ours, made by this service or not. */
export interface AccountTransaction {
  readonly slot: number;
  readonly hash: TxHash;
  readonly block: number;
  readonly blockHash: string;
  /** Of its block. */
  readonly timestampSec: number;
  /** The newest block that every node that shows it had then. */
  readonly head: number;
  readonly isSuccess: boolean;
  /** What the account paid for it beside its value, in units of coin: 0 where another one sent it. */
  readonly gasCost: bigint;
  /** Its own bytes and fields; null for a kind of transaction that we do not send. */
  readonly form: Pick<SignedTransaction, 'raw' | 'tx'> | null;
  /** What it calls; of a merged transaction of ours, each call of each group. */
  readonly calls: readonly OnChainCall[];
  /** How many groups are merged in it; 0 for a transaction of its own. */
  readonly groups: number;
  /** All of it, coin that the transaction itself carries with `logIndex` -1. */
  readonly transfers: readonly TransferSeen[];
}

export interface OnChainCall {
  /** Null where it creates a contract. */
  readonly to: Address | null;
  readonly data: Hex;
  readonly value: bigint;
  /** Its group in a merged transaction; 0 elsewhere. */
  readonly group: number;
  /** Whether it happened. */
  readonly isSuccess: boolean;
  readonly does: CallContent;
}

/** What calldata says, in our own words. */
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
  /** Lets an address take a token of ours. */
  | {
      readonly kind: 'approve';
      readonly token: Address;
      readonly spender: Address;
      readonly units: bigint;
    }
  /** Collects what was paid at an address of ours (`payment-addresses.ts`), exactly so much. */
  | {
      readonly kind: 'collection';
      readonly token: string;
      readonly from: Address;
      readonly to: Address;
      readonly units: bigint;
    }
  /** Sends what a payer authorized the token to move (EIP-3009), or Permit2 by the proxy of x402. */
  | {
      readonly kind: 'authorization';
      readonly token: string;
      readonly from: Address;
      readonly to: Address;
      readonly units: bigint;
    }
  /** A no-op, a payer's allowance, or what an account needs first: it moves nothing of ours. */
  | { readonly kind: 'housekeeping' }
  | { readonly kind: 'other' };

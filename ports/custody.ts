import type {
  AccountRole,
  BalanceReading,
  Book,
  ChainRef,
  Transaction,
  TransactionPurpose,
  SignedTransaction,
  EvmAddress,
  ExpectedTransfer,
  Hex,
  RailOutcome,
  Refusal,
  SignedAllowance,
  SignedPermit,
  TxFields,
  TypedData,
  Units,
} from '@interline/kernel';

/** What the core asks custody to prepare; it becomes one to three transactions of one account. */
export type TransactionRequest =
  | {
      readonly kind: 'pull';
      readonly permit: SignedPermit;
      readonly allowance: SignedAllowance | null;
      readonly to: AccountRole;
      readonly pendingUnits: Units;
      readonly then: readonly PlannedCall[];
    }
  | {
      readonly kind: 'payout';
      readonly chain: ChainRef;
      readonly token: string;
      readonly role: AccountRole;
      readonly to: EvmAddress;
      readonly units: Units;
      readonly purpose: 'payout' | 'refund';
    }
  | {
      readonly kind: 'call';
      readonly chain: ChainRef;
      readonly to: EvmAddress;
      readonly data: Hex;
      readonly valueWei: Units;
      readonly approve?: PlannedApproval;
      readonly brought: Brought;
    }
  /** Sets the allowance that the spender account gave on a token back to zero. */
  | {
      readonly kind: 'revoke';
      readonly chain: ChainRef;
      readonly token: EvmAddress;
      readonly spender: EvmAddress;
    }
  | { readonly kind: 'noop'; readonly chain: ChainRef; readonly role: AccountRole };

/** What the plan does next on the same chain, simulated behind the pull. */
export interface PlannedCall {
  readonly to: EvmAddress;
  readonly data: Hex;
  readonly valueWei: Units;
  readonly approve?: PlannedApproval;
}

/**
 * What a route brought for a rail's call on its chain. The call may take no more than that from our
 * accounts, beside the native coin that it carries.
 */
export interface Brought {
  readonly token: string;
  readonly units: Units;
}

/** An exact approval in front of a call. */
export interface PlannedApproval {
  readonly token: EvmAddress;
  readonly spender: EvmAddress;
  readonly units: Units;
}

/** A transaction ready for a nonce: simulated, gas and fees fixed. */
export interface Prepared {
  readonly purpose: TransactionPurpose;
  readonly chain: ChainRef;
  readonly role: AccountRole;
  readonly account: EvmAddress;
  readonly tx: TxFields;
  readonly expects: ExpectedTransfer | null;
  /**
   * Index of the planned call that this transaction makes, where it goes out together with the pull
   * in front of it.
   */
  readonly then?: number;
  /** The head it was simulated on. */
  readonly block: number;
  /**
   * How many transactions of the account were mined or waiting at that head; left out where it was
   * not read.
   */
  readonly accountNonce?: number;
  /**
   * The most that code of its payer or recipient adds to its cost; left out where it adds nothing.
   */
  readonly excessWei?: bigint;
}

/** Why a request was not prepared. */
export interface PrepareRefusal extends Refusal {
  /**
   * Set for a pull with planned calls behind it: `pull` where the pull would fail without them too,
   * `planned-calls` where it would work.
   */
  readonly failedPart?: 'pull' | 'planned-calls';
}

export type PrepareOutcome =
  { readonly ok: true; readonly value: readonly Prepared[] } | PrepareRefusal;

/** A multicall: one transaction for several groups of calls. */
export interface PreparedMulticall {
  /** Carries, in order, the given groups that would not fail; null where all of them would. */
  readonly prepared: Prepared | null;
  /** Indices of the groups that would fail now: they are left out. */
  readonly failed: readonly number[];
}

/** What became of one transaction's nonce, as of one block of one RPC node. */
export interface TransactionReading {
  readonly transactionId: string;
  /**
   * By a receipt of that node, or of another node where its block is in the chain that was read.
   */
  readonly mined: MinedReading | null;
  /** The account's nonce at that block is past this transaction's. */
  readonly isNonceTaken: boolean;
  /**
   * One of ours that is in a block of the chain that was read, while no node serves its receipt
   * yet: mined, with an end unknown.
   */
  readonly receiptOwed: Hex | null;
}

/** Why no node can show what happened on chain. */
export type UnseenReason =
  /** A configured node did not answer. */
  | 'node-silent'
  /** The configured nodes do not show the same chain. */
  | 'nodes-disagree'
  /** No node serves the states or blocks since then. */
  | 'history-unserved';

/** The on-chain transaction that consumed a slot of ours, one of our own or not. */
export type SlotConsumer =
  /** `head` is the newest block that every node had then. */
  | { readonly kind: 'found'; readonly hash: Hex; readonly block: number; readonly head: number }
  | { readonly kind: 'unseen'; readonly reason: UnseenReason };

/** What a permit's bit in Permit2 says of it. */
export type PermitFate =
  | { readonly kind: 'unspent' }
  /** The transaction that set the bit brought our accounts the payer's tokens. */
  | { readonly kind: 'redeemed' }
  /** Set in that block, by a transaction that brought us nothing of the payer's. */
  | { readonly kind: 'spent-elsewhere'; readonly block: number; readonly head: number }
  | { readonly kind: 'unseen'; readonly reason: UnseenReason };

export interface MinedReading {
  readonly hash: Hex;
  readonly block: number;
  /** For a transaction in a multicall: whether its own group happened. */
  readonly isSuccess: boolean;
  /** For a transaction in a multicall: its share. */
  readonly gasCostWei: bigint;
  /**
   * ERC-20 Transfer logs of the receipt; for a plain coin transfer, the transaction's own value
   * with `logIndex` -1.
   */
  readonly transfers: readonly TransferSeen[];
}

export interface TransferSeen {
  readonly token: string;
  readonly from: EvmAddress;
  readonly to: EvmAddress;
  readonly units: bigint;
  readonly logIndex: number;
}

export interface ChainReading {
  readonly chain: ChainRef;
  readonly block: number;
  readonly blockHash: Hex;
  readonly timestampSec: number;
  readonly transactions: readonly TransactionReading[];
}

/** Value that a transaction of somebody else brought an account. */
export interface Arrival {
  readonly hash: Hex;
  /** Contract address, or `native`. */
  readonly token: string;
  readonly from: EvmAddress;
  readonly units: bigint;
  /**
   * Of the Transfer log; below zero for native coin, which leaves none. Two arrivals of one
   * transaction never share it.
   */
  readonly logIndex: number;
  /** Of its block. */
  readonly timestampSec: number;
}

/** A search for a refund of what we handed over, where its transaction is unknown. */
export interface RefundSearch {
  readonly token: EvmAddress;
  readonly to: EvmAddress;
  /** Accounts that could give it back. */
  readonly from: readonly EvmAddress[];
  /** The transaction that handed it over: the search starts in its block. */
  readonly since: Hex;
}

/** A search for what others took from one of our accounts through an allowance. */
export interface TakenSearch {
  readonly token: EvmAddress;
  readonly from: EvmAddress;
  /** Two transactions of ours; their blocks and all between them are searched. */
  readonly first: Hex;
  readonly last: Hex;
}

/** A search for our own transfers to an account, whether or not the store knows them. */
export interface PaymentSearch {
  readonly token: EvmAddress;
  readonly from: readonly EvmAddress[];
  readonly to: EvmAddress;
  /** Chain time. */
  readonly sinceSec: number;
}

export interface Payment {
  readonly hash: Hex;
  readonly logIndex: number;
  readonly units: bigint;
  readonly block: number;
  /** 1 in the newest block. */
  readonly depth: number;
}

/** How many transactions an account has, by the RPC nodes. */
export interface NonceReading {
  /** How many are in blocks. */
  readonly mined: number;
  /**
   * With those that wait for a block without a gap before them, by the node that counts most; at
   * least `mined`.
   */
  readonly pending: number;
  /** The same by the node that counts least. */
  readonly leastPending: number;
}

export interface WatchedTransaction {
  readonly transaction: Transaction;
  readonly hashes: readonly Hex[];
}

/**
 * What the RPC nodes said to a broadcast. Only `refused` proves that these bytes are in no mempool
 * of theirs now.
 */
export type BroadcastOutcome = 'accepted' | 'refused' | 'unknown';

export interface PermitVerdict {
  /** EIP-712 digest: what the payer's intent is kept under. */
  readonly digest: Hex;
  readonly chainTimeSec: number;
}

export interface PayerState {
  readonly balance: Units;
  /** What Permit2 may take from the payer. */
  readonly permit2Allowance: Units;
  readonly eip2612Nonce: bigint | null;
  readonly hasCode: boolean;
  readonly chainTimeSec: number;
}

/**
 * The only port that can move value, for one chain family. Keys never leave it. `prepare` uses the
 * network and no nonce; `seal` runs inside the unit of work and uses no network.
 */
export interface CustodyPort {
  readonly chains: readonly ChainRef[];
  account(role: AccountRole): EvmAddress;
  /** EIP-712 digest of any typed data, without network. */
  digestOf(data: TypedData): Hex;
  /**
   * Whether the permit is genuine, unspent and in time. Refuses with `PERMIT_*`. Network: code,
   * bitmap, chain time.
   */
  verifyPermit(permit: SignedPermit, signal: AbortSignal): Promise<RailOutcome<PermitVerdict>>;
  /**
   * Whether the owner's key made the signature over the permit's terms, whether or not it is spent
   * or expired. Asks the owner's code where there is any.
   */
  isSignedByOwner(permit: SignedPermit, signal?: AbortSignal): Promise<boolean>;
  payerState(
    chain: ChainRef,
    token: EvmAddress,
    payer: EvmAddress,
    signal: AbortSignal,
  ): Promise<PayerState>;
  /**
   * Whether a contract, or code that an account delegated to, stands at the address now. Throws
   * `CHAIN_UNREACHABLE`.
   */
  hasCode(chain: ChainRef, account: EvmAddress, signal: AbortSignal): Promise<boolean>;
  /** One word of Permit2's bitmap of the payer: set bits are spent. */
  permitWord(
    chain: ChainRef,
    payer: EvmAddress,
    word: bigint,
    signal: AbortSignal,
  ): Promise<bigint>;
  /**
   * Simulates the request as it will run and fixes gas and fees. Refuses with `SIMULATION_FAILED`
   * what would fail, and a rail's calls that would take more from our accounts than they may;
   * throws `CHAIN_UNREACHABLE`.
   */
  prepare(request: TransactionRequest, signal: AbortSignal): Promise<PrepareOutcome>;
  /** The contract whose code runs multicalls, at one address on every chain. */
  readonly batchExecutor: EvmAddress;
  /**
   * Whether the account's transactions on that chain are merged into multicalls, of which one is in
   * flight at a time.
   */
  usesMulticalls(chain: ChainRef, role: AccountRole): boolean;
  /**
   * The next transaction that the account needs before it can send multicalls, where the deployment
   * uses them; null once nothing is missing.
   */
  prepareDelegation(
    chain: ChainRef,
    role: AccountRole,
    signal: AbortSignal,
  ): Promise<Prepared | null>;
  /**
   * Simulates the groups one after another at the head; each happens as a whole or not at all. All
   * of them fail where the account cannot run multicalls now. Throws `CHAIN_UNREACHABLE`.
   */
  prepareMulticall(
    chain: ChainRef,
    role: AccountRole,
    groups: readonly (readonly TxFields[])[],
    signal: AbortSignal,
  ): Promise<PreparedMulticall>;
  /**
   * Signs with a local key at once (`raw` set), or leaves `raw` null for a remote signer (see
   * `sign`).
   */
  seal(transactionId: string, prepared: Prepared, nonce: number, nowMs: number): SignedTransaction;
  /**
   * Has the remote signer sign; returns the signed transaction with `raw`. A local signer returns
   * what it was given.
   */
  sign(signedTransaction: SignedTransaction, signal: AbortSignal): Promise<SignedTransaction>;
  /**
   * Higher fees for the same nonce, at least 12.5 % above the last and within the cap; null when
   * the cap is reached.
   */
  bump(last: SignedTransaction, signal: AbortSignal): Promise<Prepared['tx'] | null>;
  /** Sends committed bytes to every node of the chain, in the given order. Never throws. */
  broadcast(signedTransactions: readonly SignedTransaction[]): Promise<readonly BroadcastOutcome[]>;
  /**
   * Reads all of them at one block of one RPC node; the others are asked only for the receipts that
   * it lacks. Throws `CHAIN_UNREACHABLE`.
   */
  observe(
    chain: ChainRef,
    watched: readonly WatchedTransaction[],
    signal: AbortSignal,
  ): Promise<ChainReading>;
  /**
   * What consumed the transaction's slot, searched for on every configured node: our own hashes
   * first, then the blocks back from `takenAt`, where the slot was seen taken first (null: from the
   * head). Many requests; never throws.
   */
  consumerOf(
    watched: WatchedTransaction,
    takenAt: number | null,
    signal: AbortSignal,
  ): Promise<SlotConsumer>;
  /**
   * What became of the permit's nonce, by every configured RPC node. Many requests where it is
   * spent; never throws.
   */
  fateOf(permit: SignedPermit, signal: AbortSignal): Promise<PermitFate>;
  /**
   * What a successful transaction that none of our accounts sent brought `to`, once it is as deep
   * as the chain's confirmations; empty before. Coin is looked for only where `token` is `native`:
   * by a trace where a node offers one, else by the block's balance change. Throws
   * `CHAIN_UNREACHABLE`.
   */
  arrivals(
    chain: ChainRef,
    hash: Hex,
    want: { readonly token: string; readonly to: EvmAddress },
    signal: AbortSignal,
  ): Promise<readonly Arrival[]>;
  /**
   * Transfers that may be a refund, confirmed ones only, oldest first. Throws `CHAIN_UNREACHABLE`.
   */
  refundsSince(
    chain: ChainRef,
    search: RefundSearch,
    signal: AbortSignal,
  ): Promise<readonly Arrival[]>;
  /**
   * In smallest units; null until the later of the two is as deep as the chain's confirmations.
   * Throws `CHAIN_UNREACHABLE`.
   */
  takenBetween(chain: ChainRef, search: TakenSearch, signal: AbortSignal): Promise<bigint | null>;
  /**
   * Transfers by their logs, oldest first; null where the time lies too far back to be searched.
   * Throws `CHAIN_UNREACHABLE`.
   */
  paymentsSince(
    chain: ChainRef,
    search: PaymentSearch,
    signal: AbortSignal,
  ): Promise<readonly Payment[] | null>;
  /**
   * How many transactions of the account are in blocks: its next nonce there. Throws
   * `CHAIN_UNREACHABLE`.
   */
  accountNonce(chain: ChainRef, account: EvmAddress, signal: AbortSignal): Promise<number>;
  /** The same, as deep as the chain's confirmations. Throws `CHAIN_UNREACHABLE`. */
  confirmedNonce(chain: ChainRef, account: EvmAddress, signal: AbortSignal): Promise<number>;
  /** At the head, and with those that wait in the mempools. Throws `CHAIN_UNREACHABLE`. */
  nonces(chain: ChainRef, account: EvmAddress, signal: AbortSignal): Promise<NonceReading>;
  /**
   * All balances from one RPC node at one block, as deep as the chain's confirmations. Throws
   * `CHAIN_UNREACHABLE`.
   */
  balances(
    chain: ChainRef,
    books: readonly Book[],
    signal: AbortSignal,
  ): Promise<readonly BalanceReading[]>;
}

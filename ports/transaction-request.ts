import type { BookedOutput } from './deposits.ts';
import type {
  AccountRole,
  ChainRef,
  TransactionPurpose,
  Address,
  ExpectedTransfer,
  Hex,
  Order,
  PullUnderWay,
  Refusal,
  SignedAllowance,
  SignedPermit,
  SimulatedGas,
  TxFields,
  Units,
} from '@interline/kernel';

/** What the core asks custody to prepare; it becomes one to three transactions of one account. */
export type TransactionRequest =
  | {
      readonly kind: 'pull';
      readonly permit: SignedPermit;
      readonly allowance: SignedAllowance | null;
      readonly to: AccountRole;
      readonly underWay: readonly PullUnderWay[];
      readonly then: readonly PlannedCall[];
    }
  | {
      readonly kind: 'payout';
      readonly chain: ChainRef;
      readonly token: string;
      readonly role: AccountRole;
      readonly to: Address;
      readonly units: Units;
      /** What the order says of how the recipient is paid, on chains that have several ways. */
      readonly delivery?: Pick<Order, 'memo' | 'claimable'>;
      /** `pull`: our own money goes to the spender, in front of a rail's call. */
      readonly purpose: 'payout' | 'refund' | 'pull';
      /**
       * Booked outputs that it gives back, on chains with coins: they are spent for it, so that it is in
       * no block without them. One that a transaction of ours has spent before is left out.
       */
      readonly spends?: readonly BookedOutput[];
    }
  | {
      readonly kind: 'call';
      readonly chain: ChainRef;
      readonly to: Address;
      readonly data: Hex;
      readonly value: Units;
      readonly approve?: PlannedApproval;
      readonly brought: Brought;
    }
  /** Sets the allowance that the spender account gave on a token back to zero. */
  | {
      readonly kind: 'revoke';
      readonly chain: ChainRef;
      readonly token: Address;
      readonly spender: Address;
    }
  | { readonly kind: 'noop'; readonly chain: ChainRef; readonly role: AccountRole };

/** What the plan does next on the same chain, simulated behind the pull. */
export interface PlannedCall {
  readonly to: Address;
  readonly data: Hex;
  readonly value: Units;
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
  readonly token: Address;
  readonly spender: Address;
  readonly units: Units;
}

/** A transaction ready for a slot: simulated, gas and fees fixed. */
export interface Prepared {
  readonly purpose: TransactionPurpose;
  readonly chain: ChainRef;
  readonly role: AccountRole;
  readonly account: Address;
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
  readonly slotsTaken?: number;
  /**
   * The most that code of its payer or recipient adds to its cost; left out where it adds nothing.
   */
  readonly excessCost?: bigint;
  /**
   * The most that it costs in the next block, by its gas limit; left out where only the fee offered
   * is known. A later block may charge up to that fee.
   */
  readonly nextBlockCost?: bigint;
  /** The same by the gas that it took in its simulation, without the room that the limit has. */
  readonly neededCost?: bigint;
  /**
   * What must be left on the account beside the cost, in units of its coin; left out where nothing has
   * to be.
   */
  readonly leastLeft?: bigint;
  /** What of `nextBlockCost` is for spending coins after the first; left out on a chain without coins. */
  readonly coinsCost?: bigint;
  /** Set instead where the request names coins: what is for these, also for those spent before. */
  readonly namedCost?: bigint;
  /**
   * What a rail's call took in its simulation, in the gas of the EVM: without posting. Set for calls
   * only.
   */
  readonly callGas?: bigint;
  /** Never a part of a multicall: it carries what only a transaction of its own can. */
  readonly standsAlone?: true;
  /** Left out where it runs only our own code. */
  readonly simulated?: SimulatedGas;
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
  | {
      readonly ok: true;
      readonly value: readonly Prepared[];
      /**
       * What the planned calls behind a pull would take now, approvals included. They are part of
       * `value` only where they go out together with the pull. Left out for other requests.
       */
      readonly planned?: readonly Prepared[];
    }
  | PrepareRefusal;

/** One transaction for several groups of what an account sends. */
export interface PreparedMerged {
  /** Carries, in order, the given groups that would not fail; null where all of them would. */
  readonly prepared: Prepared | null;
  /** Indices of the groups that would fail now: they are left out. */
  readonly failed: readonly number[];
}

export interface RefusalOptions {
  /**
   * Refuses only what enough nodes refuse, two or the only one, and throws `CHAIN_UNREACHABLE` while
   * fewer answer: for what would give a route up.
   */
  readonly confirmsRefusal?: boolean;
}

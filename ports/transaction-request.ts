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

/** A request from the core to custody; it becomes one to three transactions of one account. */
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
      /** The requested way to pay the recipient, on chains with several ways. */
      readonly delivery?: Pick<Order, 'memo' | 'claimable'>;
      /** `pull`: our own money goes to the spender, before a rail's call. */
      readonly purpose: 'payout' | 'refund' | 'pull';
      /**
       * Booked outputs that it refunds, on coin-based chains. It spends them, so no block has it
       * without them. One that a transaction of ours already spent is left out.
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
  /** Resets the spender account's allowance on a token to zero. */
  | {
      readonly kind: 'revoke';
      readonly chain: ChainRef;
      readonly token: Address;
      readonly spender: Address;
    }
  | { readonly kind: 'noop'; readonly chain: ChainRef; readonly role: AccountRole };

/** The plan's next call on the same chain, simulated after the pull. */
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

/** An exact approval before a call. */
export interface PlannedApproval {
  readonly token: Address;
  readonly spender: Address;
  readonly units: Units;
}

/** A transaction ready for a slot: simulated, with gas and fees set. */
export interface Prepared {
  readonly purpose: TransactionPurpose;
  readonly chain: ChainRef;
  readonly role: AccountRole;
  readonly account: Address;
  readonly tx: TxFields;
  readonly expects: ExpectedTransfer | null;
  /**
   * Index of the planned call that this transaction makes, if it is sent together with the pull
   * before it.
   */
  readonly then?: number;
  /** The head it was simulated on. */
  readonly block: number;
  /**
   * The account's transaction count at that head, mined and pending; left out if it was not read.
   */
  readonly slotsTaken?: number;
  /** The most that code of its payer or recipient adds to its cost; left out if it adds nothing. */
  readonly excessCost?: bigint;
  /**
   * Its highest cost in the next block, by its gas limit; left out if only the offered fee is
   * known. A later block may charge up to that fee.
   */
  readonly nextBlockCost?: bigint;
  /** The same for the gas used in its simulation, without the limit's margin. */
  readonly neededCost?: bigint;
  /**
   * What must remain on the account beside the cost, in units of its coin; left out if nothing
   * must.
   */
  readonly leastLeft?: bigint;
  /**
   * The part of `nextBlockCost` for spending coins after the first; left out on a chain without
   * coins.
   */
  readonly coinsCost?: bigint;
  /** Set instead if the request names coins: the part for these, including those already spent. */
  readonly namedCost?: bigint;
  /** The gas of a rail's call in its simulation, in EVM gas without posting. Set for calls only. */
  readonly callGas?: bigint;
  /**
   * Never a part of a multicall, because it carries something that only a standalone transaction
   * can.
   */
  readonly standsAlone?: true;
  /** Left out if it runs only our own code. */
  readonly simulated?: SimulatedGas;
}

/** Why a request was not prepared. */
export interface PrepareRefusal extends Refusal {
  /**
   * Set for a pull with planned calls after it: `pull` if the pull would fail even without them,
   * `planned-calls` if it would work.
   */
  readonly failedPart?: 'pull' | 'planned-calls';
}

export type PrepareOutcome =
  | {
      readonly ok: true;
      readonly value: readonly Prepared[];
      /**
       * The current gas of the planned calls after a pull, including approvals. They are part of
       * `value` only if they are sent together with the pull. Left out for other requests.
       */
      readonly planned?: readonly Prepared[];
    }
  | PrepareRefusal;

/** One transaction for several groups of an account's transactions. */
export interface PreparedMerged {
  /** Carries, in order, the given groups that would not fail; null if all would. */
  readonly prepared: Prepared | null;
  /** Indices of the groups that would fail now and are left out. */
  readonly failed: readonly number[];
}

export interface RefusalOptions {
  /**
   * Refuses only if enough nodes (two, or the only one) refuse, and throws `CHAIN_UNREACHABLE`
   * while too few answer: for requests whose refusal would abort a route.
   */
  readonly confirmsRefusal?: boolean;
}

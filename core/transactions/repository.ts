import type { StorePort } from '@interline/ports';
import type { AccountAnnouncements } from './announcements.ts';
import type {
  BalanceReading,
  Book,
  BudgetCharge,
  ChainRef,
  Effect,
  Envelope,
  EvmAddress,
  Hex,
  Reservation,
  Taken,
  Units,
} from '@interline/kernel';

/**
 * What a book holds by its last reading, which is null before the first, and what is taken from
 * that.
 */
export interface Holding {
  readonly reading: BalanceReading | null;
  readonly taken: readonly Taken[];
}

/** One account's nonces on one chain. */
export interface NonceLane {
  readonly chain: ChainRef;
  readonly account: EvmAddress;
  readonly nextNonce: number;
  /** Highest nonce seen in a block; -1 for none. */
  readonly lastMined: number;
  /** Why nothing more is sent, or null. */
  readonly stopped: string | null;
}

/**
 * How an effect stood, in which block if in any, and after how many reorgs: of two findings about
 * it the later one counts, so a change says which it rests on.
 */
export type SeenAs = Pick<Effect, 'state' | 'minedHash' | 'minedBlock' | 'reorgs'>;

export class StaleEffect extends Error {
  override readonly name = 'StaleEffect';
}

/** Reads of committed state, on a connection of their own. */
export interface TransactionReads {
  effectsOf(routeId: string): Promise<readonly Effect[]>;
  envelopesOf(effectIds: readonly string[]): Promise<readonly Envelope[]>;
  envelope(hash: Hex): Promise<Envelope | null>;
  /** Every effect of every lane whose end nobody knows yet. */
  openEffects(): Promise<readonly Effect[]>;
  /**
   * Every effect of every lane that is open, or in a block (successful or reverted) that is not
   * final.
   */
  watchedEffects(): Promise<readonly Effect[]>;
  /** Effects that wait for a batch of that account, in the order they were committed. */
  unplacedEffects(chain: ChainRef, account: EvmAddress, limit: number): Promise<readonly Effect[]>;
  /** The account's batch that is not mined yet; there is one at most. */
  openBatch(chain: ChainRef, account: EvmAddress): Promise<Effect | null>;
  lane(chain: ChainRef, account: EvmAddress): Promise<NonceLane | null>;
  lanes(): Promise<readonly NonceLane[]>;
  /** Units of that payer's and token's pulls that are committed and not mined. */
  pendingPulls(chain: ChainRef, token: EvmAddress, payer: EvmAddress): Promise<Units>;
  /** The same of all payers, by token. */
  pendingPullsOn(chain: ChainRef): Promise<ReadonlyMap<EvmAddress, Units>>;
  /** How many pulls are committed and not mined on a chain. */
  openPulls(
    chain: ChainRef,
    client: string,
  ): Promise<{ readonly ofClient: number; readonly inAll: number }>;
  /** What is open in the book, or left it after its last reading. */
  reservations(book: Book): Promise<readonly Reservation[]>;
  /** Both together, with no more than counting needs: it is read with every commit. */
  holding(book: Book): Promise<Holding>;
  spent(budget: string, day: string): Promise<Units>;
}

/** Writes inside a unit; its reads see the unit's own writes. */
export interface TransactionWrites extends TransactionReads {
  insertEffect(effect: Effect): Promise<void>;
  /**
   * Guarded by state, or by all that is said of how it was seen: throws `StaleEffect` unless the
   * row is as in `from`.
   */
  moveEffect(
    id: string,
    from: Effect['state'] | SeenAs,
    change: Partial<
      Pick<
        Effect,
        'state' | 'minedHash' | 'minedBlock' | 'reorgs' | 'isFinal' | 'purpose' | 'expects'
      >
    >,
  ): Promise<void>;
  /** Gives a waiting effect its place in a batch: throws `StaleEffect` where it waits no more. */
  placeEffect(
    effect: Effect,
    place: {
      readonly nonce: number;
      readonly carried: { readonly by: string; readonly group: number; readonly of: number };
    },
  ): Promise<void>;
  insertEnvelope(envelope: Envelope): Promise<void>;
  /** A remote signer's second unit. */
  setRaw(unsignedHash: Hex, signed: Envelope): Promise<void>;
  /** The account's next nonce on the chain, taken for good by this unit. Throws `LANE_STOPPED`. */
  allotNonce(chain: ChainRef, account: EvmAddress): Promise<number>;
  /**
   * Sets the lane's start from the chain (first use, or a nonce consumed elsewhere); never below
   * what was allotted.
   */
  openLane(chain: ChainRef, account: EvmAddress, chainNonce: number): Promise<void>;
  /** Raises the last mined nonce; keeps the larger. */
  markMined(chain: ChainRef, account: EvmAddress, nonce: number): Promise<void>;
  stopLane(chain: ChainRef, account: EvmAddress, reason: string | null): Promise<void>;
  insertReservation(reservation: Reservation): Promise<void>;
  /** The money left at that block. A reservation already settled moves to the new block. */
  settleReservation(id: string, block: number): Promise<void>;
  /** A reorg took the settling transaction away. */
  reopenReservation(id: string): Promise<void>;
  setReservation(
    id: string,
    change: { readonly units?: Units; readonly countsFromBlock?: number },
  ): Promise<void>;
  /** The money will not leave after all; the row goes. */
  releaseReservation(id: string): Promise<void>;
  reservationsOf(routeId: string): Promise<readonly Reservation[]>;
  /** Adds to a day's budget; false, and nothing added, when the limit would be passed. */
  charge(charge: Pick<BudgetCharge, 'budget' | 'units' | 'limit'>, day: string): Promise<boolean>;
}

/** Committed state, as this module reads it. */
export interface TransactionView {
  readonly transactions: TransactionReads;
}

/** One unit of work, as this module sees it. */
export interface TransactionUnit {
  readonly transactions: TransactionWrites;
  readonly announce: AccountAnnouncements;
}

export type TransactionStore = StorePort<TransactionView, TransactionUnit>;

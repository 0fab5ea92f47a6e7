import type { AccountRole, ChainRef, SignedTransaction, Transaction } from '@interline/kernel';
import type {
  BroadcastOutcome,
  Clock,
  CustodyPort,
  Entropy,
  Log,
  WatchedForm,
  WatchedTransaction,
} from '@interline/ports';
import type { Policy } from '../switches/index.ts';
import type { TransactionStore } from './repository.ts';
import type { Ages } from './send/ages.ts';
import type { HeldConsumer, HeldFate, SpentPermit } from './watch/slot-proofs.ts';
import type { Sighting } from './watch/verdict-of.ts';

/** The ports with which every transaction of ours is created, sent and watched. */
export interface TransactionPorts {
  readonly store: TransactionStore;
  readonly custody: CustodyPort;
  readonly clock: Clock;
  readonly ages: Ages;
  readonly entropy: Entropy;
  readonly log: Log;
  readonly sender: TransactionSender;
  readonly watch: TransactionWatch;
  readonly policy: Policy;
  readonly multicalls: Multicalls;
  /** Keys that were rotated out. They only finish what was started with them; newest first. */
  readonly former: readonly KeySet[];
}

/** The parts that differ between key sets. */
export type KeySet = Pick<TransactionPorts, 'custody' | 'multicalls'>;

/** Broadcasts committed bytes to their chains' nodes. */
export interface TransactionSender {
  /**
   * Resolves when the nodes have answered or failed to answer. An outcome is a hint: only the chain
   * decides.
   */
  send(signedTransactions: readonly SignedTransaction[]): Promise<readonly BroadcastOutcome[]>;
}

/** Reads the ends of transactions from the chains. */
export interface TransactionWatch {
  /**
   * The first sighting that satisfies `enough`; when time is up, the last sighting, or null if
   * there was none.
   */
  until(
    transaction: Transaction,
    forms: readonly WatchedForm[],
    enough: (sighting: Sighting) => boolean,
    patienceMs: number,
  ): Promise<Sighting | null>;
  /**
   * Chains on which a transaction was seen mined since the last call, so that their balances should
   * be read again.
   */
  takeBusyChains(): readonly ChainRef[];
  /**
   * The consumer of the transaction's slot. Not held: the same must be found again after the
   * chain's hold before it counts. If it is not found, that is recorded for the operator.
   */
  consumerOf(watched: WatchedTransaction, signal: AbortSignal): Promise<HeldConsumer>;
  /** The fate of a permit, in the same way. */
  fateOf(spent: SpentPermit, signal: AbortSignal): Promise<HeldFate>;
  /**
   * Whether that was found for as long as a reading must hold on the chain, with no other finding
   * for that key in between. Null: an answered look that shows nothing. Unanswered looks are not
   * recorded.
   */
  isHeld(chain: ChainRef, key: string, finding: string | null): boolean;
  /**
   * The end of the transaction's slot was read elsewhere, so it no longer waits for an operator.
   */
  proven(transaction: Transaction): void;
  /**
   * Too few nodes show the end that was read elsewhere in that block; recorded for the operator.
   */
  owed(transaction: Transaction, block: number): Promise<void>;
}

/** Merges the transactions of a delegated account, if the deployment enables it. */
export interface Multicalls {
  /** Signals that the account may have something to send. */
  nudge(chain: ChainRef, role: AccountRole): void;
  /**
   * The transaction once it is placed in a multicall, or has ended before; null if it still waits
   * when time is up.
   */
  placed(transaction: Transaction, patienceMs: number): Promise<Transaction | null>;
}

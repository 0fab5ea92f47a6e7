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

/** What every transaction of ours is made, sent and watched with. */
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
  /** Keys that were rotated out and still finish what was begun with them, the newest first. */
  readonly former: readonly KeySet[];
}

/** What differs from one set of keys to another. */
export type KeySet = Pick<TransactionPorts, 'custody' | 'multicalls'>;

/** Hands committed bytes to the nodes of their chains. */
export interface TransactionSender {
  /**
   * Resolves when the nodes have answered or failed to answer. An outcome is a hint: only the chain
   * decides.
   */
  send(signedTransactions: readonly SignedTransaction[]): Promise<readonly BroadcastOutcome[]>;
}

/** Reads from the chains what became of transactions. */
export interface TransactionWatch {
  /**
   * The first sighting that satisfies `enough`; when time is up, the last sighting made, or null
   * where none was.
   */
  until(
    transaction: Transaction,
    forms: readonly WatchedForm[],
    enough: (sighting: Sighting) => boolean,
    patienceMs: number,
  ): Promise<Sighting | null>;
  /**
   * Chains on which a transaction was seen mined since the last call: their balances are worth
   * reading again.
   */
  takeBusyChains(): readonly ChainRef[];
  /**
   * What consumed the transaction's slot. Not held: the same must be found again after the chain's
   * hold before it counts. What is not found is kept for the operator.
   */
  consumerOf(watched: WatchedTransaction, signal: AbortSignal): Promise<HeldConsumer>;
  /** What became of a permit, in the same way. */
  fateOf(spent: SpentPermit, signal: AbortSignal): Promise<HeldFate>;
  /**
   * Whether that was found for as long as a reading must hold on the chain, with no other finding of
   * that key in between. Null: a look that was answered shows nothing. A silent one is not noted.
   */
  isHeld(chain: ChainRef, key: string, finding: string | null): boolean;
  /** The end of the transaction's slot was read elsewhere: it does not wait for a person. */
  proven(transaction: Transaction): void;
  /** Too few nodes show the end that was read elsewhere in that block: kept for the operator. */
  owed(transaction: Transaction, block: number): Promise<void>;
}

/** Merges the transactions of a delegated account, where the deployment asks for that. */
export interface Multicalls {
  /** Says that the account may have something to send. */
  nudge(chain: ChainRef, role: AccountRole): void;
  /**
   * The transaction once it has its place in a multicall, or came to nothing before; null where it
   * still waits when time is up.
   */
  placed(transaction: Transaction, patienceMs: number): Promise<Transaction | null>;
}

import { hash, Keypair, type xdr } from '@stellar/stellar-sdk';
import { closeLedger } from './close-ledger.ts';
import { type ClosedLedger, ledgerHash, totalStroops } from './closed-ledger.ts';
import { judgeTransaction, type LedgerHeader } from './judge-transaction.ts';
import type { LedgerClock } from './ledger-clock.ts';
import { newAccount } from './ledger-entries.ts';
import { LedgerState } from './ledger-state.ts';
import { readEnvelope, type SignedEnvelope } from './signed-envelope.ts';
import { feeCharged, leastFee } from './transaction-fee.ts';
import { type TransactionOutcome, transactionResult } from './transaction-outcome.ts';
import { TransactionQueue } from './transaction-queue.ts';

/** What stellar-core says to a submission. */
export type Submission =
  | { status: 'PENDING' | 'DUPLICATE' | 'TRY_AGAIN_LATER' }
  | { status: 'ERROR'; result: xdr.TransactionResult };

/** Stores a closed ledger before it is announced. */
export type LedgerKeeper = (ledger: ClosedLedger) => void;

/** Base fee of the public network, in stroops an operation. */
const usualBaseFee = 100n;

/**
 * A ledger of one validator. It starts with ledger 1, in which the account of the passphrase holds
 * all lumens; `submit` queues what is valid for the next ledger, and `close` makes that ledger.
 */
export class StellarLedger {
  readonly passphrase: string;
  readonly state = new LedgerState();
  readonly #clock: LedgerClock;
  readonly #keep: LedgerKeeper;
  readonly #ledgers: ClosedLedger[] = [];
  readonly #queue = new TransactionQueue();
  readonly #listeners = new Set<() => void>();
  #baseFee = usualBaseFee;

  constructor(start: {
    passphrase: string;
    startedAtSec: number;
    clock: LedgerClock;
    keep: LedgerKeeper;
  }) {
    this.passphrase = start.passphrase;
    this.#clock = start.clock;
    this.#keep = start.keep;
    const first = {
      sequence: 1,
      previousHash: hash(Buffer.from(start.passphrase)).toString('hex'),
      closeTimeSec: start.startedAtSec,
      baseFee: usualBaseFee,
      feePool: 0n,
      transactions: [],
    };
    const root = Keypair.master(start.passphrase).publicKey();
    this.state.put({ ...newAccount(root, totalStroops, first), sequence: 0n });
    this.#ledgers.push({ ...first, hash: ledgerHash(first) });
  }

  /** Closed ledgers, oldest first; ledger n is at index n - 1. */
  get ledgers(): readonly ClosedLedger[] {
    return this.#ledgers;
  }

  get latest(): ClosedLedger {
    const latest = this.#ledgers.at(-1);
    if (latest === undefined) throw new Error('a ledger has at least its first ledger');
    return latest;
  }

  get baseFee(): bigint {
    return this.#baseFee;
  }

  /** Sets the minimum fee per operation, in stroops, like a busy network. */
  set baseFee(stroops: bigint) {
    this.#baseFee = stroops;
  }

  /** Judges an envelope for the next ledger and queues it. */
  submit(envelope: SignedEnvelope): Submission {
    const placing = this.#queue.place(envelope);
    switch (placing.as) {
      case 'duplicate':
        return { status: 'DUPLICATE' };
      case 'try again later':
        return { status: 'TRY_AGAIN_LATER' };
      case 'too cheap':
        return refusalOf(envelope, tooCheap(envelope), placing.leastStroops);
      case 'new':
    }
    const header = this.#nextHeader();
    const refusal = judgeTransaction(envelope, this.state, header, this.#queue.owedBy(envelope));
    if (refusal !== undefined) {
      // stellar-core writes what it would have charged, or what the bid should have been.
      const least = leastFee(envelope, this.#baseFee);
      const isCheap = refusal.code === 'txInsufficientFee';
      const wanted = isCheap ? least : feeCharged(envelope, this.#baseFee);
      return refusalOf(envelope, refusal, wanted);
    }
    this.#queue.add(envelope);
    return { status: 'PENDING' };
  }

  /**
   * Closes the next ledger with the waiting transactions, which may be none. Transactions that are
   * no longer valid are dropped, as in stellar-core: neither fee nor sequence number is taken.
   */
  close(): ClosedLedger {
    const header = this.#nextHeader();
    const valid = this.#queue
      .takeAll()
      .filter((envelope) => judgeTransaction(envelope, this.state, header, 0n) === undefined);
    return this.#closeWith(valid, header, this.#keep);
  }

  /** A separate ledger for one envelope, bypassing the queue; throws when it is invalid. */
  closeWithOnly(envelope: SignedEnvelope): ClosedLedger {
    const header = this.#nextHeader();
    const refusal = judgeTransaction(envelope, this.state, header, 0n);
    if (refusal !== undefined)
      throw new Error(`the ledger refuses the devnet's own transaction: ${refusal.code}`);
    return this.#closeWith([envelope], header, this.#keep);
  }

  /** Closes a stored ledger again. Throws when the result differs. */
  replay(kept: { closeTimeSec: number; baseFee: bigint; envelopes: string[]; hash: string }): void {
    const sequence = this.latest.sequence + 1;
    const envelopes = kept.envelopes.map((base64) => {
      const envelope = readEnvelope(base64, this.passphrase);
      if (envelope === undefined)
        throw new Error(`ledger ${sequence} holds an envelope that is not one`);
      return envelope;
    });
    const { closeTimeSec, baseFee } = kept;
    const ledger = this.#closeWith(envelopes, { sequence, closeTimeSec, baseFee }, () => undefined);
    if (ledger.hash !== kept.hash)
      throw new Error(`ledger ${sequence} was kept with another result than it has now`);
  }

  /** Calls back after each close, until the returned function is called. */
  onClose(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #nextHeader(): LedgerHeader {
    const { sequence, closeTimeSec } = this.latest;
    return {
      sequence: sequence + 1,
      closeTimeSec: this.#clock.closeTimeSec(closeTimeSec),
      baseFee: this.#baseFee,
    };
  }

  #closeWith(
    envelopes: readonly SignedEnvelope[],
    header: LedgerHeader,
    keep: LedgerKeeper,
  ): ClosedLedger {
    const changes = this.state.fork();
    const ledger = closeLedger(envelopes, changes, header, this.latest);
    keep(ledger);
    changes.commit();
    this.#ledgers.push(ledger);
    for (const listener of [...this.#listeners]) listener();
    return ledger;
  }
}

function tooCheap({ feeBump }: SignedEnvelope): TransactionOutcome {
  return { at: feeBump === undefined ? 'inner' : 'outer', code: 'txInsufficientFee' };
}

function refusalOf(envelope: SignedEnvelope, outcome: TransactionOutcome, fee: bigint): Submission {
  return { status: 'ERROR', result: transactionResult(envelope, outcome, fee) };
}

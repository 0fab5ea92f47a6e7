import { Asset, Keypair, Operation, TransactionBuilder, type xdr } from '@stellar/stellar-sdk';
import { Account } from '@stellar/stellar-sdk';
import { createHash } from 'node:crypto';
import { FaultyHorizon } from './horizon/horizon-faults.ts';
import { failedTransaction } from './horizon/problem.ts';
import type { ClosedLedger, RecordedTransaction } from './ledger/closed-ledger.ts';
import type { LedgerClock } from './ledger/ledger-clock.ts';
import { readEnvelope } from './ledger/signed-envelope.ts';
import type { StellarLedger } from './ledger/stellar-ledger.ts';
import { showStroops } from './ledger/stroops.ts';

/** What friendbot gives a new account, and what the issuer holds for its fees. */
const friendbotXlm = '10000';

const issuerXlm = '1000000';

type DeskStart = {
  ledger: StellarLedger;
  clock: LedgerClock;
  seed: string;
  automine: boolean;
  submitTimeoutMs: number;
};

/** The ledger, its Horizon's faults, its clock and the devnet's own accounts on it. */
export class StellarDesk {
  readonly ledger: StellarLedger;
  readonly faults: FaultyHorizon;
  readonly automine: boolean;
  readonly submitTimeoutMs: number;
  readonly usdc: Asset;
  readonly #start: DeskStart;
  readonly #clock: LedgerClock;
  readonly #root: Keypair;
  readonly #issuer: Keypair;

  /** `seed` decides the issuer's key, so that a data folder keeps its USDC. */
  constructor(start: DeskStart) {
    this.#start = start;
    this.ledger = start.ledger;
    this.#clock = start.clock;
    this.automine = start.automine;
    this.submitTimeoutMs = start.submitTimeoutMs;
    this.faults = new FaultyHorizon(start.ledger);
    this.#root = Keypair.master(start.ledger.passphrase);
    const seed = createHash('sha256').update(`USDC issuer of ${start.seed}`).digest();
    this.#issuer = Keypair.fromRawEd25519Seed(seed);
    this.usdc = new Asset('USDC', this.#issuer.publicKey());
    if (this.ledger.state.account(this.usdc.getIssuer()) === undefined)
      this.#send(this.#root, create(this.usdc.getIssuer(), issuerXlm));
  }

  /** Another Horizon of the same ledger, with faults of its own. */
  beside(): StellarDesk {
    return new StellarDesk(this.#start);
  }

  /** Creates an account with 10,000 XLM; throws Horizon's problem when there is one. */
  friendbot(address: string): RecordedTransaction {
    return this.#send(this.#root, create(address, friendbotXlm));
  }

  /** USDC in ten-millionths from the issuer; throws Horizon's problem without a trustline. */
  giveUsdc(destination: string, stroops: bigint): RecordedTransaction {
    const amount = showStroops(stroops);
    return this.#send(this.#issuer, Operation.payment({ destination, asset: this.usdc, amount }));
  }

  /** Closes a ledger, empty or not, after moving the clock forward as asked. */
  close(moved: {
    advanceSec?: number | undefined;
    closeTimeSec?: number | undefined;
  }): ClosedLedger {
    this.#clock.advance(moved.advanceSec ?? 0);
    this.#clock.advanceTo(moved.closeTimeSec ?? 0);
    return this.ledger.close();
  }

  // A gift is in a separate ledger, so it neither waits for the timer nor flushes the queue.
  #send(from: Keypair, operation: xdr.Operation): RecordedTransaction {
    const { ledger } = this;
    const held = ledger.state.account(from.publicKey());
    const source = new Account(from.publicKey(), (held?.sequence ?? 0n).toString());
    const transaction = new TransactionBuilder(source, {
      fee: ledger.baseFee.toString(),
      networkPassphrase: ledger.passphrase,
    })
      .addOperation(operation)
      .setTimeout(0)
      .build();
    transaction.sign(from);
    const envelope = readEnvelope(transaction.toEnvelope().toXDR('base64'), ledger.passphrase);
    if (envelope === undefined) throw new Error('the SDK built an envelope it cannot read');
    const [row] = ledger.closeWithOnly(envelope).transactions;
    if (row === undefined) throw new Error('a ledger closed without its only transaction');
    if (!row.successful) throw failedTransaction(envelope.base64, row.result);
    return row;
  }
}

function create(destination: string, startingBalance: string): xdr.Operation {
  return Operation.createAccount({ destination, startingBalance });
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { DevnetChain } from '../devnet-report.ts';
import { type AwaitedTransfer, DepositReader } from './deposit-reader.ts';
import type { Deposit } from './order.ts';

type Watch = { chain: DevnetChain; onDeposit: (deposit: Deposit) => void; signal: AbortSignal };

const eagerMs = 10_000;
const eagerPauseMs = 50;
const patientPauseMs = 250;

/** Looks for deposits on one chain, but only while a quote is out that may still be paid. */
export class DepositWatch {
  readonly #reader: DepositReader;
  readonly #onDeposit: (deposit: Deposit) => void;
  readonly #signal: AbortSignal;
  #untilMs = 0;
  #eagerUntilMs = 0;
  #running = false;

  constructor({ chain, onDeposit, signal }: Watch) {
    this.#reader = new DepositReader(chain);
    this.#onDeposit = onDeposit;
    this.#signal = signal;
  }

  /** `transfer`: where the deposit is one, instead of a call to the bridge. */
  watch(untilMs: number, transfer: AwaitedTransfer | null): void {
    this.#untilMs = Math.max(this.#untilMs, untilMs);
    this.#eagerUntilMs = Date.now() + eagerMs;
    if (transfer !== null) this.#reader.expect(transfer);
    if (!this.#running) void this.#run();
  }

  async #run(): Promise<void> {
    this.#running = true;
    while (!this.#signal.aborted && Date.now() < this.#untilMs) {
      // A chain that does not answer now may answer later: a test can pause a node.
      const deposits = await this.#reader.read().catch(() => []);
      for (const deposit of deposits) this.#onDeposit(deposit);
      await sleep(Date.now() < this.#eagerUntilMs ? eagerPauseMs : patientPauseMs, undefined, {
        ref: false,
      });
    }
    this.#running = false;
  }
}

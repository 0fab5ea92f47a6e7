/** The clock of ledger closes: the machine's time, advanced by tests. */
export class LedgerClock {
  readonly #nowMs: () => number;
  #aheadSec = 0;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Unix seconds, never before `earliest`: no ledger closes before the one it follows. */
  closeTimeSec(earliest: number): number {
    return Math.max(earliest, Math.floor(this.#nowMs() / 1_000) + this.#aheadSec);
  }

  advance(seconds: number): void {
    this.#aheadSec += seconds;
  }

  /** From now on it is at least that second; an earlier second has no effect. */
  advanceTo(second: number): void {
    this.#aheadSec += Math.max(0, second - this.closeTimeSec(0));
  }
}

import type { ClosedLedger } from '../ledger/closed-ledger.ts';
import type { LedgerState } from '../ledger/ledger-state.ts';
import type { StellarLedger } from '../ledger/stellar-ledger.ts';

/**
 * Faults of a Horizon: `stale` stops reading new ledgers while submissions still reach the network;
 * `timeout` accepts a submission and answers 504; `drop` answers 504 and forwards nothing; `down`
 * answers 503 to everything.
 */
export const horizonFaults = ['stale', 'timeout', 'drop', 'down'] as const;

export type HorizonFault = (typeof horizonFaults)[number];

/** What a Horizon has read of the network. */
export type HorizonView = { state: LedgerState; ledgers: readonly ClosedLedger[] };

/** The faults of one Horizon, for a number of submissions or until they are cleared. */
export class FaultyHorizon {
  readonly #ledger: StellarLedger;
  readonly #left = new Map<HorizonFault, number>();
  #frozen: HorizonView | undefined;

  constructor(ledger: StellarLedger) {
    this.#ledger = ledger;
  }

  /** Starts a fault; `times` counts submissions, for `timeout` and `drop` only. */
  start(fault: HorizonFault, times = Number.POSITIVE_INFINITY): void {
    this.#left.set(fault, times);
    if (fault === 'stale')
      this.#frozen ??= {
        state: this.#ledger.state.snapshot(),
        ledgers: [...this.#ledger.ledgers],
      };
  }

  clear(): void {
    this.#left.clear();
    this.#frozen = undefined;
  }

  has(fault: HorizonFault): boolean {
    return this.#left.has(fault);
  }

  /** Whether a fault affects this submission; counts it. */
  befalls(fault: HorizonFault): boolean {
    const left = this.#left.get(fault) ?? 0;
    if (left === 1) this.#left.delete(fault);
    else if (left > 1) this.#left.set(fault, left - 1);
    return left > 0;
  }

  view(): HorizonView {
    return this.#frozen ?? this.#ledger;
  }
}

import type { Ledger } from './horizon-shapes.ts';
import type { StellarCustodySettings } from './stellar-settings.ts';

interface Shown {
  readonly head: Ledger;
  readonly atMs: number;
}

/** Rising ledgers that contradict what the node has shown. */
interface Doubt {
  readonly first: Shown;
  readonly last: Ledger;
}

/**
 * The newest ledger that each Horizon has shown. Two kinds of ledger are inconsistent: a lower one,
 * and one further ahead than the network can have come. A lagging node is ignored until it has
 * caught up. If the close times show that it is not lagging, the higher of the two ledgers was
 * false; the node is trusted again once it has shown rising ledgers for a minute.
 */
export class ShownLedgers {
  readonly #settings: Pick<StellarCustodySettings, 'chain' | 'clock' | 'log'>;
  readonly #newest = new Map<number, Shown>();
  readonly #doubts = new Map<number, Doubt>();
  readonly #loggedAtMs = new Map<number, number>();

  constructor(settings: Pick<StellarCustodySettings, 'chain' | 'clock' | 'log'>) {
    this.#settings = settings;
  }

  /** One for each Horizon that has shown any. */
  get newest(): readonly Ledger[] {
    return [...this.#newest.values()].map(({ head }) => head);
  }

  /** Records a consistent ledger; returns false for an inconsistent one. */
  isInLine(node: number, head: Ledger): boolean {
    const shown = { head, atMs: this.#settings.clock.monotonic() };
    const before = this.#newest.get(node);
    if (!this.#follows(before, shown)) {
      if (before !== undefined && this.#isBehind(before.head, head)) return false;
      this.#logOnce(node, shown, before);
      if (!this.#hasRisen(node, shown)) return false;
    }
    // A repeated ledger does not contradict the ledgers in between.
    if (head.sequence !== before?.head.sequence) this.#doubts.delete(node);
    this.#newest.set(node, shown);
    return true;
  }

  #follows(before: Shown | undefined, { head, atMs }: Shown): boolean {
    if (before === undefined) return head.sequence <= this.#nowSec - networkBeganSec;
    const more = head.sequence - before.head.sequence;
    return more >= 0 && more <= atOnceAtMost + (atMs - before.atMs) / shortestLedgerMs;
  }

  /**
   * Lower and older, as from a node that catches up. Not if this ledger is current and the other is
   * from the future.
   */
  #isBehind(before: Ledger, head: Ledger): boolean {
    const isOfNow = Math.abs(head.closed_at - this.#nowSec) <= ofNowSec;
    const isOfLater = before.closed_at > this.#nowSec + ofNowSec;
    return (
      head.sequence < before.sequence &&
      head.closed_at <= before.closed_at &&
      !(isOfNow && isOfLater)
    );
  }

  #hasRisen(node: number, shown: Shown): boolean {
    const known = this.#doubts.get(node);
    const goesOn =
      known !== undefined &&
      shown.head.sequence >= known.last.sequence &&
      this.#follows(known.first, shown);
    const { first } = goesOn ? known : { first: shown };
    this.#doubts.set(node, { first, last: shown.head });
    return (
      shown.head.sequence > first.head.sequence && shown.atMs - first.atMs >= believedAgainAfterMs
    );
  }

  #logOnce(node: number, { head, atMs }: Shown, before: Shown | undefined): void {
    const lastMs = this.#loggedAtMs.get(node);
    if (lastMs !== undefined && atMs - lastMs < logAgainMs) return;
    this.#loggedAtMs.set(node, atMs);
    const { chain, log } = this.#settings;
    const ledgers = { ledger: head.sequence, before: before?.head.sequence ?? null };
    log.error('ledger-out-of-line', { chain, node, ...ledgers });
  }

  get #nowSec(): number {
    return this.#settings.clock.now() / 1_000;
  }
}

/** A ledger closes about every 5 s; the first closed in 2015. */
const shortestLedgerMs = 1_000;
const networkBeganSec = Date.UTC(2015, 8, 30) / 1_000;
/** Allowance for a node that catches up. */
const atOnceAtMost = 1_000;
const ofNowSec = 30;
const believedAgainAfterMs = 60_000;
const logAgainMs = 60_000;

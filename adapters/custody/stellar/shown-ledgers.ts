import type { Ledger } from './horizon-shapes.ts';
import type { StellarCustodySettings } from './stellar-settings.ts';

interface Shown {
  readonly head: Ledger;
  readonly atMs: number;
}

/** Ledgers that contradict what the node has shown, ever newer ones. */
interface Doubt {
  readonly first: Shown;
  readonly last: Ledger;
}

/**
 * The newest ledger that each Horizon has shown: what it has shown, it shows. Two kinds are out of line:
 * a lower one, and one that is further than the network can have come meanwhile. A node that is behind
 * says nothing until it has caught up. Where the times of the ledgers tell that it is not behind, the
 * higher of the two was false; it is believed again once it has shown rising ledgers for a minute.
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

  /** Keeps what is in line; false where it is not. */
  isInLine(node: number, head: Ledger): boolean {
    const shown = { head, atMs: this.#settings.clock.monotonic() };
    const before = this.#newest.get(node);
    if (!this.#follows(before, shown)) {
      if (before !== undefined && this.#isBehind(before.head, head)) return false;
      this.#logOnce(node, shown, before);
      if (!this.#hasRisen(node, shown)) return false;
    }
    // One that only repeats itself says nothing against those in between.
    if (head.sequence !== before?.head.sequence) this.#doubts.delete(node);
    this.#newest.set(node, shown);
    return true;
  }

  #follows(before: Shown | undefined, { head, atMs }: Shown): boolean {
    if (before === undefined) return head.sequence <= this.#nowSec - networkBeganSec;
    const more = head.sequence - before.head.sequence;
    return more >= 0 && more <= atOnceAtMost + (atMs - before.atMs) / shortestLedgerMs;
  }

  /** Lower and older, as what catches up is. Not where it is of now and the other one of later. */
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

/** A ledger closes about every 5 s; the first one in 2015. */
const shortestLedgerMs = 1_000;
const networkBeganSec = Date.UTC(2015, 8, 30) / 1_000;
/** For a node that catches up. */
const atOnceAtMost = 1_000;
const ofNowSec = 30;
const believedAgainAfterMs = 60_000;
const logAgainMs = 60_000;

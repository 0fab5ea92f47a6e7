import { type ChainRef, isRelayError } from '@interline/kernel';
import type { ChainTime, Clock, Log } from '@interline/ports';
import type { SureTimeStore } from './repository.ts';

/**
 * The time by which something is done that cannot be undone: a key destroyed or drawn, rows forgotten.
 * Never later than the clock, and never by more than an hour later than what has passed: that goes on with
 * the monotonic time of processes, and with what a chain shows to be over. Throws `STORE_DOWN`.
 */
export type ReadSureTime = () => Promise<number>;

export interface SureTimeParts {
  readonly store: SureTimeStore;
  readonly clock: Pick<Clock, 'now' | 'monotonic' | 'alarm'>;
  readonly chainTime: ChainTime;
  /** Whose blocks may confirm the clock; one is enough. */
  readonly chains: readonly ChainRef[];
  readonly log: Log;
  readonly lifetime: AbortSignal;
}

/** A clock that is further ahead than this is not believed by itself. */
const mostAheadMs = 3_600_000;
/** How often the passing of time is recorded in the store. */
const keptEveryMs = 60_000;
/** How often the chains are asked while they do not confirm the clock, and how long each has. */
const askAgainMs = 60_000;
const chainDeadlineMs = 5_000;
const warnAgainMs = 3_600_000;

export class SureTime {
  readonly #parts: SureTimeParts;
  /** What had passed for sure, and this process's monotonic time then. */
  #sure: { readonly ms: number; readonly sinceMs: number } | null = null;
  #aheadMs = 0;
  #askedAtMs = Number.NEGATIVE_INFINITY;
  #warnedAtMs = Number.NEGATIVE_INFINITY;
  #flight: Promise<number> | null = null;

  constructor(parts: SureTimeParts) {
    this.#parts = parts;
  }

  readonly read: ReadSureTime = () => {
    this.#flight ??= this.#read().finally(() => {
      this.#flight = null;
    });
    return this.#flight;
  };

  /** By how much the clock is ahead of what is sure; 0 for a clock that is believed. */
  async aheadMs(): Promise<number> {
    await this.read();
    return this.#aheadMs;
  }

  async #read(): Promise<number> {
    const { store, clock } = this.#parts;
    const kept = await store.reads.sureTime.sureTime();
    const [nowMs, sinceMs] = [clock.now(), clock.monotonic()];
    const passedMs = this.#sure === null ? 0 : this.#sure.ms + sinceMs - this.#sure.sinceMs;
    // A store that knows of no time has nothing that could be overdue.
    const sureMs = Math.max(kept ?? nowMs, passedMs);
    const shownMs = nowMs <= sureMs + mostAheadMs ? 0 : await this.#shownBefore(nowMs);
    // Never what the clock says: one that creeps ahead would take this along as far as it goes.
    const ms = Math.max(sureMs, shownMs);
    this.#sure = { ms, sinceMs };
    const isBelieved = nowMs <= ms + mostAheadMs;
    this.#aheadMs = isBelieved ? 0 : nowMs - ms;
    if (!isBelieved) this.#warn();
    // Monotonic time has fractions of a millisecond, which a table of whole numbers refuses.
    const wholeMs = Math.floor(ms);
    if (kept === null || wholeMs - kept >= keptEveryMs)
      await store.run('keep-sure-time', (tx) => tx.sureTime.keepSureTime(wholeMs));
    return Math.min(nowMs, wholeMs + mostAheadMs);
  }

  /** What some chain shows to be over, where it confirms the clock by a block of the last hour; else 0. */
  async #shownBefore(nowMs: number): Promise<number> {
    const { chains, clock } = this.#parts;
    if (clock.monotonic() - this.#askedAtMs < askAgainMs) return 0;
    const times = await Promise.all(chains.map((chain) => this.#timeOf(chain)));
    const shownMs = Math.min(nowMs, Math.max(...times));
    const isConfirmed = shownMs >= nowMs - mostAheadMs;
    this.#askedAtMs = isConfirmed ? Number.NEGATIVE_INFINITY : clock.monotonic();
    return isConfirmed ? shownMs : 0;
  }

  /** 0 for a chain that does not answer in time. */
  async #timeOf(chain: ChainRef): Promise<number> {
    const { chainTime, clock, lifetime } = this.#parts;
    const alarm = clock.alarm(chainDeadlineMs);
    const asked = chainTime.headTimeMs(chain, lifetime).catch((error: unknown) => {
      if (isRelayError(error)) return 0;
      throw error;
    });
    return Promise.race([asked, alarm.rang.then(() => 0)]).finally(() => alarm.cancel());
  }

  #warn(): void {
    const { clock, log } = this.#parts;
    if (clock.monotonic() - this.#warnedAtMs < warnAgainMs) return;
    this.#warnedAtMs = clock.monotonic();
    log.error('clock-not-believed', {
      aheadSec: Math.round(this.#aheadMs / 1_000),
      advice:
        'set the clock right; if it is right, nothing is destroyed, drawn or forgotten until one of the chains answers with a block of the last hour',
    });
  }
}

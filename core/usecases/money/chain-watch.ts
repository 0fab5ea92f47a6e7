import type { ChainRef, Effect, Hex } from '@interline/domain';
import type { ChainReading, Clock, CustodyPort, EffectReading, Log } from '@interline/ports';

/** A reading of one effect with the block it was made at. */
export interface Sighting extends EffectReading {
  readonly block: number;
  readonly timestampSec: number;
  /** The account's nonce has been past ours, and nothing of ours mined, in this many readings in a row, since this block. */
  readonly taken: { readonly sinceBlock: number; readonly readings: number } | null;
  /** The envelopes that were looked for: a verdict holds for these only. */
  readonly watched: readonly Hex[];
}

interface Watcher {
  readonly effect: Effect;
  readonly hashes: readonly Hex[];
  taken: Sighting['taken'];
  readonly see: (sighting: Sighting) => void;
}

/**
 * One loop per chain that reads all watched effects from one node at one block, whoever waits for them.
 * It runs only while something is watched, and no faster than `pollMs`.
 */
export class ChainWatch {
  readonly #custody: CustodyPort;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #pollMs: number;
  readonly #stop: AbortSignal;
  readonly #stopped: Promise<void>;
  readonly #watchers = new Map<ChainRef, Set<Watcher>>();
  readonly #loops = new Set<ChainRef>();
  readonly #busy = new Set<ChainRef>();

  constructor(parts: { custody: CustodyPort; clock: Clock; log: Log; pollMs: number; stop: AbortSignal }) {
    this.#custody = parts.custody;
    this.#clock = parts.clock;
    this.#log = parts.log;
    this.#pollMs = parts.pollMs;
    this.#stop = parts.stop;
    this.#stopped = new Promise((resolve) => parts.stop.addEventListener('abort', () => resolve(), { once: true }));
  }

  /** Chains on which something was seen mined since the last call: their books are worth a fresh look. */
  takeBusyChains(): readonly ChainRef[] {
    const busy = [...this.#busy];
    this.#busy.clear();
    return busy;
  }

  /** The first sighting that satisfies `enough`, or the last one seen (null if none) when time is up. */
  async until(effect: Effect, hashes: readonly Hex[], enough: (sighting: Sighting) => boolean, patienceMs: number): Promise<Sighting | null> {
    let last: Sighting | null = null;
    let finish: () => void = () => undefined;
    const seen = new Promise<void>((resolve) => { finish = resolve; });
    const watcher: Watcher = {
      effect, hashes, taken: null,
      see: (sighting) => {
        last = sighting;
        if (enough(sighting)) finish();
      },
    };
    this.#add(watcher);
    const alarm = this.#clock.alarm(patienceMs);
    await Promise.race([seen, alarm.rang, this.#stopped]);
    alarm.cancel();
    this.#remove(watcher);
    return last;
  }

  #add(watcher: Watcher): void {
    const chain = watcher.effect.chain;
    const set = this.#watchers.get(chain) ?? new Set();
    this.#watchers.set(chain, set);
    set.add(watcher);
    if (!this.#loops.has(chain)) void this.#loop(chain, set);
  }

  #remove(watcher: Watcher): void {
    this.#watchers.get(watcher.effect.chain)?.delete(watcher);
  }

  async #loop(chain: ChainRef, set: Set<Watcher>): Promise<void> {
    this.#loops.add(chain);
    while (set.size > 0 && !this.#stop.aborted) {
      const watchers = [...set];
      try {
        this.#tell(watchers, await this.#custody.observe(chain, watchers.map(({ effect, hashes }) => ({ effect, hashes })), this.#stop));
      } catch {
        this.#log.warn('chain-silent', { chain });
      }
      await this.#clock.sleep(this.#pollMs, this.#stop);
    }
    this.#loops.delete(chain);
  }

  #tell(watchers: readonly Watcher[], reading: ChainReading): void {
    const byEffect = new Map(reading.effects.map((one) => [one.effectId, one]));
    for (const watcher of watchers) {
      const seen = byEffect.get(watcher.effect.id);
      if (seen === undefined) continue;
      if (seen.mined !== null) this.#busy.add(reading.chain);
      watcher.taken = seen.isNonceTaken && seen.mined === null
        ? { sinceBlock: watcher.taken?.sinceBlock ?? reading.block, readings: (watcher.taken?.readings ?? 0) + 1 }
        : null;
      watcher.see({ ...seen, block: reading.block, timestampSec: reading.timestampSec, taken: watcher.taken, watched: watcher.hashes });
    }
  }
}

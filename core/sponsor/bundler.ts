import type { ChainRef } from '@interline/kernel';
import { commitBundle, type Entry } from './commit-bundle.ts';
import type { SponsorPorts } from './ports.ts';

/** More would save little: by then, that many calls share the base cost of a transaction. */
const operationsAtMost = 8;

interface Waiting extends Entry {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Sends operations that arrive while others of their chain are being prepared as one transaction: the first
 * never waits, and the busier the chain, the more each saves.
 */
export class Bundler {
  readonly #ports: SponsorPorts;
  readonly #waiting = new Map<ChainRef, Waiting[]>();
  readonly #running = new Set<ChainRef>();

  constructor(ports: SponsorPorts) {
    this.#ports = ports;
  }

  /** Resolves once the call is committed; throws the reason where it is not. */
  async submit(entry: Entry): Promise<void> {
    const { chain } = entry.call;
    const ended = new Promise<void>((resolve, reject) => {
      const waiting = this.#waiting.get(chain) ?? [];
      this.#waiting.set(chain, [...waiting, { ...entry, resolve, reject }]);
    });
    if (!this.#running.has(chain)) void this.#run(chain);
    return ended;
  }

  async #run(chain: ChainRef): Promise<void> {
    this.#running.add(chain);
    for (let next = this.#take(chain); next.length > 0; next = this.#take(chain))
      await this.#send(chain, next);
    this.#running.delete(chain);
  }

  async #send(chain: ChainRef, entries: readonly Waiting[]): Promise<void> {
    try {
      const refused = await commitBundle(this.#ports, chain, entries);
      for (const entry of entries) {
        const refusal = refused.get(entry.call.id);
        if (refusal === undefined) entry.resolve();
        else entry.reject(refusal);
      }
    } catch (error) {
      for (const { reject } of entries) reject(error);
    }
  }

  /** One for each account: a single balance may have to cover two calls of one payer. */
  #take(chain: ChainRef): readonly Waiting[] {
    const all = this.#waiting.get(chain) ?? [];
    const firsts = [...new Map(all.toReversed().map((one) => [one.call.account, one])).values()];
    const able = all.filter((one) => firsts.includes(one)).slice(0, operationsAtMost);
    const next = withinGas(able, this.#ports.sponsored.bundleGasAtMost(chain));
    const left = all.filter((one) => !next.includes(one));
    if (left.length === 0) this.#waiting.delete(chain);
    else this.#waiting.set(chain, left);
    return next;
  }
}

/** The first calls whose gas fits the limit together; the first one whatever it takes. */
function withinGas(entries: readonly Waiting[], most: bigint): readonly Waiting[] {
  let gas = 0n;
  const end = entries.findIndex(({ call }, at) => {
    gas += call.callGas;
    return at > 0 && gas > most;
  });
  return end === -1 ? entries : entries.slice(0, end);
}

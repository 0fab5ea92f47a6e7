import type { Clock } from '@interline/ports';

/** If a caller aborts before the node fails, the wait counts against the node after this long. */
const longWaitMs = 1_000;
const restMs = 30_000;

/**
 * The order in which the nodes of a chain are asked. A node that failed, or did not answer in time,
 * comes last for half a minute. Then a single caller tries it first, and the others continue
 * without it until it has answered.
 */
export class NodeOrder {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #restsUntilMs = new Map<number, number>();

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  /** In the configured order, with resting nodes last. */
  of<T extends { readonly number: number }>(nodes: readonly T[]): readonly T[] {
    const rests = ({ number }: T): boolean => this.isResting(number);
    return [...nodes.filter((one) => !rests(one)), ...nodes.filter(rests)];
  }

  isResting(number: number): boolean {
    return (this.#restsUntilMs.get(number) ?? 0) > this.#clock.monotonic();
  }

  /** Records how the node handles the request. */
  async noted<T>(number: number, ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const startedAtMs = this.#clock.monotonic();
    if (this.#restsUntilMs.has(number)) this.#rest(number);
    try {
      const answer = await ask();
      this.#restsUntilMs.delete(number);
      return answer;
    } catch (error) {
      const waitedMs = this.#clock.monotonic() - startedAtMs;
      if (!signal.aborted || waitedMs >= longWaitMs) this.#rest(number);
      throw error;
    }
  }

  #rest(number: number): void {
    this.#restsUntilMs.set(number, this.#clock.monotonic() + restMs);
  }
}

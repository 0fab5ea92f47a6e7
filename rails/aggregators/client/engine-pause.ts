import { type Clock, RelayError } from '@interline/plugins';

/** The time an engine asked us to leave it alone. */
export class EnginePause {
  readonly #engine: string;
  readonly #clock: Pick<Clock, 'monotonic'>;
  #endsAtMs = Number.NEGATIVE_INFINITY;

  constructor(engine: string, clock: Pick<Clock, 'monotonic'>) {
    this.#engine = engine;
    this.#clock = clock;
  }

  /** Never shortens a wait that was asked for before. */
  begin(ms: number): void {
    this.#endsAtMs = Math.max(this.#endsAtMs, this.#clock.monotonic() + ms);
  }

  get leftMs(): number {
    return Math.max(0, this.#endsAtMs - this.#clock.monotonic());
  }

  /** What is thrown while it lasts. */
  error(): RelayError {
    return new RelayError(
      'RAIL_DOWN',
      { rail: this.#engine },
      `${this.#engine} asked us to wait ${Math.ceil(this.leftMs / 1_000)} s`,
    );
  }
}

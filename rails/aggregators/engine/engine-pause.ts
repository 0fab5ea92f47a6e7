import { type Clock, RelayError } from '@interline/plugins';

/** The time for which an engine asked us to send nothing. */
export class EnginePause {
  readonly #engine: string;
  readonly #clock: Pick<Clock, 'monotonic'>;
  #endsAtMs = Number.NEGATIVE_INFINITY;

  constructor(engine: string, clock: Pick<Clock, 'monotonic'>) {
    this.#engine = engine;
    this.#clock = clock;
  }

  /** Never shortens a running pause. */
  begin(ms: number): void {
    this.#endsAtMs = Math.max(this.#endsAtMs, this.#clock.monotonic() + ms);
  }

  get leftMs(): number {
    return Math.max(0, this.#endsAtMs - this.#clock.monotonic());
  }

  /** The error to throw during the pause. */
  error(): RelayError {
    return new RelayError(
      'RAIL_DOWN',
      { rail: this.#engine, retryAfterMs: Math.max(1, Math.ceil(this.leftMs)) },
      `${this.#engine} asked us to wait ${Math.ceil(this.leftMs / 1_000)} s`,
    );
  }
}

const longestMs = 3_600_000;
const shortestMs = 1_000;

/**
 * The wait that a `Retry-After` header asks for, between a second and an hour; null where the
 * header cannot be read.
 */
export function askedPauseMs(header: string | undefined, nowMs: number): number | null {
  const asked =
    header === undefined ? null : (readSeconds(header.trim()) ?? readDate(header.trim(), nowMs));
  return asked === null ? null : Math.min(Math.max(asked, shortestMs), longestMs);
}

function readSeconds(text: string): number | null {
  return /^[0-9]{1,9}$/.test(text) ? Number(text) * 1_000 : null;
}

/** The one date format that HTTP allows to be sent: `Sun, 06 Nov 1994 08:49:37 GMT`. */
function readDate(text: string, nowMs: number): number | null {
  if (!/^[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT$/.test(text))
    return null;
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? null : atMs - nowMs;
}

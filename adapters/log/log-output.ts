import { writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/**
 * Writes what it can of the bytes without waiting and returns how many; throws where it can write
 * none.
 */
export type Put = (bytes: Uint8Array) => number;

/** Lines kept while none can be written, in bytes. Later ones are dropped and counted. */
const heldAtMostBytes = 1_048_576;
const tryAgainMs = 20;
/** How long an exit waits for a reader that is behind. */
const flushWithinMs = 2_000;
const flushRestMs = 10;

/** `behind`: the reader of a pipe or socket has not taken what it was given. */
type Drained = 'all' | 'behind' | 'failed';

/**
 * Log lines, written at once and in order. A full disk or a reader that hangs neither throws nor
 * waits: lines are kept within a bound, then dropped, and a line says how many once writing works
 * again.
 */
export class LogOutput implements DestinationStream {
  readonly #put: Put;
  #held: Uint8Array[] = [];
  #heldBytes = 0;
  #dropped = 0;
  #retry: NodeJS.Timeout | null = null;

  constructor(put: Put) {
    this.#put = put;
  }

  write(line: string): void {
    const bytes = Buffer.from(line);
    // After a gap no shorter line slips in, so the count appears where the lines are missing.
    if (this.#dropped > 0 || this.#heldBytes + bytes.length > heldAtMostBytes) this.#dropped += 1;
    else this.#hold(bytes);
    if (this.#retry === null) this.#drainInTurns();
  }

  /** Before an exit: waits a bounded time for a slow reader, but not for a full disk. */
  flush(): void {
    const endMs = performance.now() + flushWithinMs;
    while (this.#drain() === 'behind' && performance.now() < endMs) pause(flushRestMs);
  }

  #drainInTurns(): void {
    this.#retry = null;
    if (this.#drain() === 'all') return;
    // A service that is done does not stay for its log: its exit flushes.
    this.#retry = setTimeout(() => this.#drainInTurns(), tryAgainMs).unref();
  }

  #drain(): Drained {
    try {
      for (let next = this.#next(); next !== undefined; next = this.#next()) {
        const written = this.#put(next);
        if (written === 0) return 'behind';
        this.#heldBytes -= written;
        if (written < next.length) this.#held[0] = next.subarray(written);
        else this.#held.shift();
      }
      return 'all';
    } catch (error) {
      return isBehind(error) ? 'behind' : 'failed';
    }
  }

  #next(): Uint8Array | undefined {
    if (this.#held.length === 0 && this.#dropped > 0) this.#hold(this.#gap());
    return this.#held[0];
  }

  #hold(bytes: Uint8Array): void {
    this.#held.push(bytes);
    this.#heldBytes += bytes.length;
  }

  /** In pino's form, because it appears among pino's lines; 40 is its level for warnings. */
  #gap(): Uint8Array {
    const lines = this.#dropped;
    this.#dropped = 0;
    const gap = { level: 40, time: Date.now(), lines, msg: 'log-lines-dropped' };
    return Buffer.from(`${JSON.stringify(gap)}\n`);
  }
}

let shared: LogOutput | null = null;

/** This process's standard error; one for all logs, which would otherwise each keep a backlog. */
export function standardError(): LogOutput {
  shared ??= openStandardError();
  return shared;
}

function openStandardError(): LogOutput {
  const output = new LogOutput((bytes) => writeSync(2, bytes));
  // Node's stream, once it is open, has switched a pipe or socket to writes that answer EAGAIN
  // instead of waiting. Its own faults must not end the process either.
  process.stderr.on('error', () => undefined);
  process.on('exit', () => output.flush());
  return output;
}

function isBehind(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EAGAIN';
}

/** An exit has no event loop left to wait in. */
function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

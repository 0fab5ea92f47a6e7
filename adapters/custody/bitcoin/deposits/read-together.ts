import type { DepositReading, WatchedAddress } from '@interline/ports';
import { StillReading } from '../node/node-access.ts';

type Read = (watched: readonly WatchedAddress[], signal: AbortSignal) => Promise<DepositReading>;

interface Asked {
  readonly watched: readonly WatchedAddress[];
  readonly signal: AbortSignal;
  readonly answer: PromiseWithResolvers<DepositReading>;
}

/**
 * Requests that arrive while a reading is under way are read together after it. A node takes as
 * long for five addresses one by one as for a thousand at once, and a thousand readings at once
 * would fill its queue, in which the payouts' calls wait too. Where the node still reads old blocks
 * for some of the addresses, each address is read alone, so that the others get an answer.
 */
export function readTogether(read: Read): Read {
  let waiting: Asked[] = [];
  let isReading = false;

  const readNext = async (): Promise<void> => {
    if (isReading) return;
    isReading = true;
    while (waiting.length > 0) {
      const asked = waiting.filter(({ signal }) => !signal.aborted);
      for (const { signal, answer } of waiting) if (signal.aborted) answer.reject(signal.reason);
      waiting = [];
      if (asked.length > 0) await answerAll(read, asked);
    }
    isReading = false;
  };
  return (watched, signal) => {
    const answer = Promise.withResolvers<DepositReading>();
    waiting.push({ watched, signal, answer });
    void readNext();
    return answer.promise;
  };
}

async function answerAll(read: Read, asked: readonly Asked[]): Promise<void> {
  try {
    const reading = await read(
      asked.flatMap(({ watched }) => watched),
      abortedWithAll(asked.map(({ signal }) => signal)),
    );
    let first = 0;
    for (const { watched, answer } of asked) {
      const addresses = reading.addresses.slice(first, first + watched.length);
      first += watched.length;
      answer.resolve({ ...reading, addresses });
    }
  } catch (error) {
    if (asked.length > 1 && error instanceof StillReading)
      for (const one of asked) await answerAll(read, [one]);
    else for (const { answer } of asked) answer.reject(error);
  }
}

/** Aborts only when all callers have given up. */
function abortedWithAll(signals: readonly AbortSignal[]): AbortSignal {
  const stop = new AbortController();
  let left = signals.length;
  for (const signal of signals)
    signal.addEventListener(
      'abort',
      () => {
        left -= 1;
        if (left === 0) stop.abort(signal.reason);
      },
      { once: true },
    );
  return stop.signal;
}

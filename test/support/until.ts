import { setTimeout as pause } from 'node:timers/promises';
import { longestWaitMs } from './longest-wait.ts';

type Nothing = undefined | null | false;

/**
 * What `look` finds, as soon as it finds something. Throws, saying what never came, when it does
 * not.
 */
export async function until<T>(
  what: string,
  look: () => Promise<T | Nothing> | T | Nothing,
  everyMs = 20,
): Promise<T> {
  for (const givenUpAtMs = performance.now() + longestWaitMs; ;) {
    const found = await look();
    if (found !== undefined && found !== null && found !== false) return found;
    if (performance.now() > givenUpAtMs) throw new Error(`this never came: ${what}`);
    await pause(everyMs);
  }
}

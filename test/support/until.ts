import { setTimeout as pause } from 'node:timers/promises';

/**
 * Longer than any stall of a test machine, and less than the time limit of a test: the wait ends
 * with its event, and this only ends a hang.
 */
const withinMs = 240_000;

type Nothing = undefined | null | false;

/** What `look` finds, as soon as it finds something. Throws, saying what never came, when it does not. */
export async function until<T>(
  what: string,
  look: () => Promise<T | Nothing> | T | Nothing,
  everyMs = 20,
): Promise<T> {
  for (const givenUpAtMs = performance.now() + withinMs; ;) {
    const found = await look();
    if (found !== undefined && found !== null && found !== false) return found;
    if (performance.now() > givenUpAtMs) throw new Error(`this never came: ${what}`);
    await pause(everyMs);
  }
}

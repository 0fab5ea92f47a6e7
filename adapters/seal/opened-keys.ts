/** Opened keys are held for this long, then opened again from what the store has: it may have destroyed them. */
const heldMs = 60_000;

/** Ends a key's time in memory; replaces a timer. */
export type Later = (run: () => void, ms: number) => void;

/**
 * Keys that were opened, by their names, each for a minute at a time: opening one takes longer than
 * what is done with it.
 */
export function openedKeys<Key>(
  later: Later = (run, ms) => setTimeout(run, ms).unref(),
): (name: string, open: () => Key) => Key {
  const held = new Map<string, Key>();
  return (name, open) => {
    const kept = held.get(name);
    if (kept !== undefined) return kept;
    const opened = open();
    held.set(name, opened);
    later(() => held.delete(name), heldMs);
    return opened;
  };
}

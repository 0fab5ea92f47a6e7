/** Tells this process's workers that something was enqueued and committed. */
export class JobSignal {
  readonly #listeners = new Set<() => void>();
  // One function for all units: a group that enqueued many jobs wakes the workers once.
  readonly fire = (): void => {
    for (const listener of this.#listeners) listener();
  };

  listen(listener: () => void): () => void {
    // A wrapper of its own, so that the same function listens as often as it was given.
    const own = (): void => listener();
    this.#listeners.add(own);
    return () => {
      this.#listeners.delete(own);
    };
  }
}

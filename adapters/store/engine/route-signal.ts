import type { RouteNotifier } from '@interline/ports';

/** Calls this process's listeners for the routes that were changed. */
export class RouteSignal implements RouteNotifier {
  readonly #listeners = new Map<string, Set<() => void>>();

  onChanged(routeId: string, listener: () => void): () => void {
    // A wrapper of its own, so that a listener that was registered twice is called twice.
    const own = (): void => listener();
    const all = this.#listeners.get(routeId) ?? new Set();
    this.#listeners.set(routeId, all.add(own));
    return () => {
      all.delete(own);
      if (all.size === 0 && this.#listeners.get(routeId) === all) this.#listeners.delete(routeId);
    };
  }

  fire(routeId: string): void {
    for (const listener of this.#listeners.get(routeId) ?? []) listener();
  }

  /** Notifications may have been lost, of any route. */
  fireAll(): void {
    for (const routeId of this.#listeners.keys()) this.fire(routeId);
  }
}

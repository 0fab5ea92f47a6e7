import { useEffect, useReducer } from 'preact/hooks';

/** A value that views follow, kept as long as the tab is open. */
export interface Store<T> {
  get(): T;
  set(value: T): void;
  change(part: Partial<T>): void;
  follow(listener: () => void): () => void;
}

export function createStore<T extends object>(initial: T): Store<T> {
  let current = initial;
  const listeners = new Set<() => void>();
  const set = (value: T): void => {
    current = value;
    for (const listener of [...listeners]) listener();
  };
  return {
    get: () => current,
    set,
    change: (part) => set({ ...current, ...part }),
    follow(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export function useStore<T>(store: Store<T>): T {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const drawn = store.get();
  useEffect(() => {
    // It may have changed since the first render: whoever is quick has typed by then.
    if (store.get() !== drawn) redraw(undefined);
    return store.follow(() => redraw(undefined));
  }, [store]);
  return drawn;
}

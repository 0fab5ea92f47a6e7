export type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** A list in this browser. What it does not keep is known for as long as the tab is open. */
export function keptList<T>(
  name: string,
  isOne: (value: unknown) => value is T,
  idOf: (one: T) => string,
  shelf: () => Shelf = () => localStorage,
) {
  let here: readonly T[] = [];
  const kept = (): readonly T[] => {
    try {
      const found: unknown = JSON.parse(shelf().getItem(name) ?? '[]');
      return Array.isArray(found) ? found.filter(isOne) : [];
    } catch {
      return [];
    }
  };
  const isIn = (list: readonly T[], id: string): boolean => list.some((one) => idOf(one) === id);
  const read = (): readonly T[] => [...here, ...kept()];
  return {
    read,
    change: (by: (before: readonly T[]) => readonly T[]): void => {
      const after = by(read());
      try {
        if (after.length === 0) shelf().removeItem(name);
        else shelf().setItem(name, JSON.stringify(after));
        here = [];
      } catch {
        const before = kept();
        here = after.filter((one) => !isIn(before, idOf(one)));
      }
    },
    /** Gone with the tab, for the browser keeps nothing. */
    isOfTabAlone: (id: string): boolean => isIn(here, id),
  };
}

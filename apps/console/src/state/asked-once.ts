/**
 * The last answer of a question that costs something to ask: a view that comes back is given it, however it was
 * left, until somebody wants it asked again.
 */
export function askedOnce<T>() {
  let last: { readonly key: string; readonly atMs: number; readonly answer: Promise<T> } | null =
    null;
  return {
    ask(key: string, load: () => Promise<T>): Promise<T> {
      if (last?.key !== key) last = { key, atMs: Date.now(), answer: load() };
      return last.answer;
    },
    atMs: (): number | null => last?.atMs ?? null,
    forget: (): void => void (last = null),
  };
}

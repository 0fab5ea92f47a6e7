/** When each head of a chain was first seen, so that a backend can answer as of an earlier time. */
export interface HeadTape {
  /** The newest head now. */
  readonly newest: number;
  note(head: number, atMs: number): void;
  /**
   * The newest head that had been seen by then. What came before the first note counts as seen for
   * ever.
   */
  headBy(atMs: number): number;
}

/** No more are kept than an archive-less node has states of. */
const mostKept = 512;

export function headTape(first: number): HeadTape {
  const seen: { readonly head: number; readonly atMs: number }[] = [
    { head: first, atMs: -Infinity },
  ];
  let newest = first;
  return {
    get newest() {
      return newest;
    },
    note(head, atMs) {
      if (head <= newest) return;
      newest = head;
      seen.push({ head, atMs });
      if (seen.length > mostKept) seen.shift();
    },
    headBy: (atMs) => (seen.findLast((one) => one.atMs <= atMs) ?? seen[0])?.head ?? first,
  };
}

/** A full-text search library. Words come stemmed. */
export interface PassageSearch {
  /** Indexes texts once. The search gives every text that has one of its words, the best first. */
  index(texts: readonly (readonly string[])[]): (words: readonly string[]) => readonly SearchHit[];
  /**
   * Finds the known word that a typed one is a slip of the finger away from: a letter too many, too
   * few, another, or two swapped. Null where none is, or the first letter differs.
   */
  spelling(words: readonly string[]): (typed: string) => string | null;
}

export interface SearchHit {
  /** Its place in the list that was indexed. */
  readonly text: number;
  readonly score: number;
  /** The words of the search that it has. */
  readonly words: ReadonlySet<string>;
}

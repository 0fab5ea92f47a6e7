import type { PassageSearch } from '@interline/core/assistant';
import MiniSearch from 'minisearch';

/** Okapi BM25. Lists are long and still good answers, so length (`b`) weighs less than is usual. */
const ranking = { k: 1.2, b: 0.3, d: 0 };
/** Shorter words are too near to each other to guess which one was meant. */
const shortestGuessed = 5;
const shortestSwapped = 4;

/** Full-text search in memory, by the MiniSearch library. */
export const miniSearch: PassageSearch = {
  index(texts) {
    const index = indexOf(texts);
    return (words) =>
      index
        .search(words.join(' '), { bm25: ranking })
        .map(({ id, score, queryTerms }) => ({
          text: Number(id),
          // MiniSearch multiplies the sum by the number of words found, which favours long texts.
          score: score / queryTerms.length,
          words: new Set(queryTerms),
        }))
        .sort((a, b) => b.score - a.score);
  },

  spelling(words) {
    const known = new Set(words);
    const index = indexOf(words.map((word) => [word]));
    return (typed) => {
      const swapped = swapsOf(typed).find((word) => known.has(word));
      if (swapped !== undefined || typed.length < shortestGuessed) return swapped ?? null;
      const alike = index.search(typed, { fuzzy: 1 }).flatMap(({ terms }) => terms);
      return alike.find((word) => word[0] === typed[0]) ?? null;
    };
  },
};

/** Words come stemmed, so the library only splits what it is given. */
function indexOf(texts: readonly (readonly string[])[]) {
  const index = new MiniSearch<{ readonly id: number; readonly text: string }>({
    fields: ['text'],
    tokenize: (text) => text.split(' '),
    processTerm: (word) => word,
  });
  index.addAll(texts.map((words, id) => ({ id, text: words.join(' ') })));
  return index;
}

/**
 * The word with each two neighbouring letters swapped, but for the first: to the library's edit
 * distance a swap is two slips.
 */
function swapsOf(word: string): readonly string[] {
  if (word.length < shortestSwapped) return [];
  return Array.from(
    { length: word.length - 2 },
    (_, at) =>
      word.slice(0, at + 1) + word.charAt(at + 2) + word.charAt(at + 1) + word.slice(at + 3),
  );
}

import type { PassageSearch } from '../passage-search.ts';

/** Counts shared words, a rare one for more. It corrects no spelling. */
export const wordSearch: PassageSearch = {
  index(texts) {
    const holders = (word: string): number => texts.filter((text) => text.includes(word)).length;
    return (words) =>
      texts
        .map((held, text) => ({
          text,
          words: new Set(words.filter((word) => held.includes(word))),
        }))
        .filter((hit) => hit.words.size > 0)
        .map((hit) => ({
          ...hit,
          score: [...hit.words].reduce((sum, word) => sum + 1 / holders(word), 0),
        }))
        .sort((a, b) => b.score - a.score);
  },
  spelling: () => () => null,
};

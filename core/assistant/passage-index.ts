import { wordsAsked, wordsOf } from './words-of.ts';

/** A piece of what the service says of itself, as long as one answer. */
export interface Passage {
  readonly kind: PassageKind;
  /** Of its kind: an error's code, an endpoint's method and path, a chain's name, ... */
  readonly id: string;
  readonly text: string;
  /** More that people call it; found by, and not shown. */
  readonly alsoCalled?: string;
}

export type PassageKind = 'error' | 'endpoint' | 'chain' | 'token' | 'rail' | 'terms' | 'guide';

export interface Finding {
  readonly passage: Passage;
  readonly score: number;
  /** Which of the question's words it has. */
  readonly words: ReadonlySet<string>;
}

export interface Retrieval {
  /** The best first. */
  readonly found: readonly Finding[];
  /** What each word of the question weighs, also the ones nobody ever wrote. */
  readonly weights: ReadonlyMap<string, number>;
}

/**
 * Finds passages by a question's words. Okapi BM25: rare words weigh more, repeated ones ever less,
 * long texts are no better.
 */
export type PassageIndex = (question: string, limit: number) => Retrieval;

const saturation = 1.2;
/** Lists are long and still good answers, so length weighs less than is usual. */
const lengthPenalty = 0.3;
/** What a passage is called counts as if it were said so often. */
const nameWeight = 3;

export function passageIndex(passages: readonly Passage[]): PassageIndex {
  const entries = passages.map((passage) => ({ passage, counts: countsOf(passage) }));
  const known = new Set(entries.flatMap(({ counts }) => [...counts.keys()]));
  const lengths = entries.map(({ counts }) => sum(counts.values()));
  const meanLength = Math.max(1, sum(lengths) / Math.max(1, lengths.length));
  const weightOf = (word: string): number => {
    const holders = entries.filter(({ counts }) => counts.has(word)).length;
    return Math.log(1 + (entries.length - holders + 0.5) / (holders + 0.5));
  };
  return (question, limit) => {
    const weights = new Map(
      [...new Set(wordsAsked(question, known))].map((word) => [word, weightOf(word)] as const),
    );
    const found = entries.map(({ passage, counts }, index): Finding => {
      const norm =
        saturation * (1 - lengthPenalty + lengthPenalty * ((lengths[index] ?? 0) / meanLength));
      const hits = [...weights].flatMap(([word, weight]) =>
        counts.has(word) ? [{ word, weight, times: counts.get(word) ?? 0 }] : [],
      );
      return {
        passage,
        words: new Set(hits.map(({ word }) => word)),
        score: sum(
          hits.map(({ weight, times }) => (weight * times * (saturation + 1)) / (times + norm)),
        ),
      };
    });
    return {
      weights,
      found: found
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score)
        .slice(0, limit),
    };
  };
}

function countsOf({ id, text, alsoCalled = '' }: Passage): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const names = wordsOf(`${id} ${id.replace(/[_/-]/g, ' ')} ${alsoCalled}`);
  for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  for (const word of names) counts.set(word, (counts.get(word) ?? 0) + nameWeight);
  return counts;
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

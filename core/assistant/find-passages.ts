import type { PassageSearch, SearchHit } from './passage-search.ts';
import { wordsAsked, wordsOf } from './words-of.ts';

/** A piece of what the service says of itself, as long as one answer. */
export interface Passage {
  readonly kind: PassageKind;
  /** Of its kind: an error's code, an endpoint's method and path, a chain's name, ... */
  readonly id: string;
  readonly text: string;
  /** Other names that people use; searched, but not shown. */
  readonly alsoCalled?: string;
}

export type PassageKind = 'error' | 'endpoint' | 'chain' | 'token' | 'rail' | 'terms' | 'guide';

/**
 * The passages that answer a question, the best first; empty where they are about something else.
 */
export type FindPassages = (question: string) => readonly Passage[];

/** A passage's names count as if they were said so often. */
const nameWeight = 3;
const mostFound = 3;
/** A passage that scores lower beside the best one adds nothing to it. */
const leastBesideBest = 0.65;
/**
 * Shares of the question's weight that the passages must have between them, and the best one alone.
 * Below these they are about something else.
 */
const leastKnown = 0.5;
const leastInBest = 0.4;

export function findPassages(search: PassageSearch, passages: readonly Passage[]): FindPassages {
  const texts = passages.map(wordsIn);
  const find = search.index(texts);
  const asked = wordsAsked(search, texts.flat());
  return (question) => {
    const words = [...new Set(asked(question))];
    const hits = find(words);
    const [best] = hits;
    if (best === undefined) return [];
    const near = hits
      .slice(0, mostFound)
      .filter(({ score }) => score >= best.score * leastBesideBest);
    const weightOf = weights(hits, passages.length);
    const weightIn = (found: readonly SearchHit[]): number =>
      words
        .filter((word) => found.some((hit) => hit.words.has(word)))
        .reduce((sum, word) => sum + weightOf(word), 0);
    const whole = words.reduce((sum, word) => sum + weightOf(word), 0);
    if (weightIn(near) < whole * leastKnown || weightIn([best]) < whole * leastInBest) return [];
    return near.flatMap(({ text }) => passages[text] ?? []);
  };
}

/** What a word weighs: the fewer passages have it the more, and most where none has. */
function weights(hits: readonly SearchHit[], count: number): (word: string) => number {
  return (word) => {
    const holders = hits.filter(({ words }) => words.has(word)).length;
    return Math.log(1 + (count - holders + 0.5) / (holders + 0.5));
  };
}

function wordsIn({ id, text, alsoCalled = '' }: Passage): readonly string[] {
  const names = wordsOf(`${id} ${id.replace(/[_/-]/g, ' ')} ${alsoCalled}`);
  return [...wordsOf(text), ...Array<readonly string[]>(nameWeight).fill(names).flat()];
}

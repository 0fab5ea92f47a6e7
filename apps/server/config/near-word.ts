import { distance } from 'fastest-levenshtein';

/** Letters that may be wrong: two are swapped neighbours, and long words have more of them. */
const mostWrong = ({ length }: string): number => Math.max(2, Math.floor(length / 3));

/** The one of the words that was probably meant; undefined where none is near. */
export function nearWord(typed: string, words: readonly string[]): string | undefined {
  const [nearest] = words
    .map((word) => ({ word, far: distance(typed.toLowerCase(), word.toLowerCase()) }))
    .filter(({ word, far }) => far <= mostWrong(word))
    .sort((one, other) => one.far - other.far);
  return nearest?.word;
}

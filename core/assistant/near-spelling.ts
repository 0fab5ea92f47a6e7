/** Shorter words are too near to each other. */
const usuallyShortest = 5;

/**
 * The word among those known that a typed one is a slip of the finger away from: a letter too many,
 * too few, another, or two swapped. Null where none is, or the first letter differs.
 */
export function nearSpelling(
  typed: string,
  known: Iterable<string>,
  shortest = usuallyShortest,
): string | null {
  if (typed.length < shortest || /[0-9_]/.test(typed)) return null;
  for (const word of known) {
    if (
      word.length >= shortest - 1 &&
      word[0] === typed[0] &&
      Math.abs(word.length - typed.length) <= 1 &&
      isOneSlip(typed, word)
    )
      return word;
  }
  return null;
}

function isOneSlip(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1);
  return (
    short.slice(at + 1) === long.slice(at + 1) ||
    (short[at] === long[at + 1] &&
      short[at + 1] === long[at] &&
      short.slice(at + 2) === long.slice(at + 2))
  );
}

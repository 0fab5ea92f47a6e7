import type { PassageSearch } from './passage-search.ts';

/** Words that do not say what a text is about. */
const idle: ReadonlySet<string> = new Set(
  (
    'a an the is are am be been was were do does did doing done of to in on at for from by with and or not it its this that these those i you we they my your our their can could would should will shall may ' +
    'how what which who when where why there here me us as if so than then any some have has had get got give tell show explain please want need know mean happen work use using about into out up down ' +
    'much many ever also just only one thing way take make let ask first see find look too very several until all other else new same between own'
  )
    .split(' ')
    .map(stemOf),
);

/** Synonyms; the first word of each line stands for all of them. */
const sameMeaning: ReadonlyMap<string, string> = new Map(
  [
    'fee cost charge pay paid expensive cheap commission bps',
    'refund reimburse return returned back undeliver',
    'token coin asset currency symbol erc20 stablecoin',
    'chain network blockchain mesh node',
    'limit maximum minimum max min quota throttle rate cap often',
    'error code fail failure reject refuse refusal',
    'final finality confirmation confirm depth reorg',
    'privacy private anonymous feed recent public',
    'move send bridge transfer swap withdraw deposit',
    'support available serve accept offer',
    'approve approval allowance',
    'sign signature signer',
    'rehearse dryrun rehearsal simulate simulation sandbox test',
    'hook webhook callback notify notification',
    'key apikey',
    'route execution order',
    'status state progress track follow',
    'rail engine provider',
    'wait await retry again later',
    'settle executable executable execute deliver',
    'small tiny least dust',
    'cache cached kept',
    'compare comparison',
    'long duration seconds minutes hours fast quick slow eta',
    'safe safety secure security trust custody steal theft scam hack',
    'expiry expire deadline valid',
  ].flatMap((line) =>
    line.split(' ').map((word) => [stemOf(word), stemOf(line.split(' ')[0] ?? '')] as const),
  ),
);

/** Words that are spelled right, whether or not a passage has them. */
const vocabulary: ReadonlySet<string> = new Set([...idle, ...sameMeaning.keys()]);

/**
 * What a text is about: its words without endings, synonyms as one. A code such as `NO_ROUTE` is
 * one word.
 */
export function wordsOf(text: string): readonly string[] {
  return stemsOf(text)
    .filter((stem) => !idle.has(stem))
    .map((word) => sameMeaning.get(word) ?? word);
}

/**
 * The same for a question, whose words may be mistyped: an unknown word is taken for the known one
 * that is one slip of the finger away.
 */
export function wordsAsked(
  search: PassageSearch,
  inPassages: readonly string[],
): (question: string) => readonly string[] {
  const known = new Set([...vocabulary, ...inPassages]);
  const spelled = search.spelling([...known]);
  return (question) =>
    stemsOf(question)
      .map((stem) => (known.has(stem) || /[0-9_]/.test(stem) ? stem : (spelled(stem) ?? stem)))
      .filter((stem) => !idle.has(stem))
      .map((word) => sameMeaning.get(word) ?? word);
}

function stemsOf(text: string): readonly string[] {
  const raw =
    text
      .toLowerCase()
      .replace(/'s\b/g, '')
      .replace(/\bfloat lane\b/g, 'floatlane')
      .match(/[a-z0-9]+(?:[_.-][a-z0-9]+)*/g) ?? [];
  return raw.map(stemOf);
}

/** Rough, which is enough: questions and passages are stemmed alike. */
function stemOf(word: string): string {
  if (word.length < 4 || /[0-9_]/.test(word)) return word;
  return word.replace(/ies$/, 'y').replace(/^(.{3,}?)(?:ing|ed|es|s|e)$/, '$1');
}

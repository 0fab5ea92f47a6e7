import type { accountWords } from './en-account.ts';
import type { deskWords } from './en-desk.ts';
import type { followWords } from './en-follow.ts';
import type { planWords } from './en-plan.ts';
import type { privateWords } from './en-private.ts';
import type { receiptWords } from './en-receipt.ts';
import type { reviewWords } from './en-review.ts';
import type { sponsorWords } from './en-sponsor.ts';
import { en } from './en.ts';

type Words = typeof en &
  typeof followWords &
  typeof receiptWords &
  typeof reviewWords &
  typeof sponsorWords &
  typeof accountWords &
  typeof planWords &
  typeof privateWords &
  typeof deskWords;
export type WordKey = keyof Words;

/** The names in braces of a text. */
type Named<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Named<Rest>
  : never;

type Filling<K extends WordKey> = [Named<Words[K]>] extends [never]
  ? readonly []
  : readonly [Readonly<Record<Named<Words[K]>, string>>];

const words = new Map<string, string>(Object.entries(en));

/** A page that is loaded later brings its words along. */
export function addWords(more: Readonly<Record<string, string>>): void {
  for (const [key, text] of Object.entries(more)) words.set(key, text);
}

/** A text of the tables; what it names in braces must be given. */
export function t<K extends WordKey>(key: K, ...[filling]: Filling<K>): string {
  return say(key, filling);
}

/** The same for a key that is computed: what a text does not name is left over. */
export function say(key: WordKey, filling: Readonly<Record<string, string>> = {}): string {
  return (words.get(key) ?? key).replaceAll(
    /\{(\w+)\}/g,
    (_all, name: string) => filling[name] ?? '',
  );
}

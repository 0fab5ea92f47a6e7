import { chainFamily, type ChainRef, isEvmAddressShape } from '@interline/kernel';
import { chainCalled, mostWordsInName } from './chain-names.ts';

/** What a word of an intent can be by itself, before its neighbours are considered. */
export type IntentWord =
  | { readonly kind: 'verb' }
  | { readonly kind: 'filler' }
  | { readonly kind: 'side'; readonly side: 'from' | 'to'; readonly wants: 'token' | null }
  /** `on`, `in`: a chain of the current side. */
  | { readonly kind: 'at' }
  /** `chain`, `network`: the word beside it is a chain. */
  | { readonly kind: 'chain-noun' }
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'account'; readonly text: string }
  /** Some are both: ETH is a coin, and a name of Ethereum. */
  | {
      readonly kind: 'name';
      readonly text: string;
      readonly chain: ChainRef | null;
      readonly isSymbol: boolean;
    }
  | { readonly kind: 'odd'; readonly text: string };

const words = (kind: IntentWord, names: string): readonly (readonly [string, IntentWord])[] =>
  names.split(' ').map((name) => [name, kind] as const);

const known: ReadonlyMap<string, IntentWord> = new Map([
  ...words({ kind: 'verb' }, 'move send bridge transfer swap convert exchange pay deliver'),
  ...words(
    { kind: 'filler' },
    'please can could you i we want would like need my me the a an of and it how do wallet address account token tokens coin coins',
  ),
  ...words({ kind: 'side', side: 'from', wants: null }, 'from'),
  ...words({ kind: 'side', side: 'to', wants: null }, 'to into for recipient receiver'),
  ...words({ kind: 'side', side: 'to', wants: 'token' }, 'as'),
  ...words({ kind: 'at' }, 'on in'),
  ...words({ kind: 'chain-noun' }, 'chain network mainnet id'),
]);

/** Splits an intent into words. `symbols` are the deployment's, in lower case. */
export function readWords(text: string, symbols: ReadonlySet<string>): readonly IntentWord[] {
  const bare = text
    .replace(/→|->|=>/g, ' to ')
    .split(/\s+/)
    .map(withoutPunctuation)
    .filter((word) => word !== '');
  const split = bare.flatMap((word) => withUnitApart(word, symbols));
  const read: IntentWord[] = [];
  for (let at = 0; at < split.length;) {
    const count = wordsOfName(split, at);
    const name = split.slice(at, at + Math.max(count, 1)).join(' ');
    read.push(
      count > 1
        ? { kind: 'name', text: name, chain: chainCalled(name), isSymbol: false }
        : readWord(name, symbols),
    );
    at += Math.max(count, 1);
  }
  return read;
}

function readWord(text: string, symbols: ReadonlySet<string>): IntentWord {
  const word = known.get(text.toLowerCase());
  if (word !== undefined) return word;
  if (/^\d[\d.,]*$/.test(text)) return readNumber(text);
  const chain = chainCalled(text);
  const isSymbol = symbols.has(text.toLowerCase());
  if (chain !== null || isSymbol) return { kind: 'name', text, chain, isSymbol };
  return { kind: looksLikeAccount(text) ? 'account' : 'odd', text };
}

/**
 * A comma separates thousands only where it cannot be a decimal comma: 1,000 is a thousand to some
 * readers and one to others.
 */
function readNumber(text: string): IntentWord {
  if (!text.includes(',')) return { kind: 'number', text };
  const isGrouped =
    /^[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/.test(text) &&
    (text.includes('.') || text.indexOf(',') !== text.lastIndexOf(','));
  return isGrouped ? { kind: 'number', text: text.replaceAll(',', '') } : { kind: 'odd', text };
}

/** How many words from here on are one chain's name; 0 for none. */
function wordsOfName(split: readonly string[], at: number): number {
  for (let count = mostWordsInName; count > 0; count -= 1) {
    if (at + count <= split.length && chainCalled(split.slice(at, at + count).join(' ')) !== null)
      return count;
  }
  return 0;
}

function withoutPunctuation(word: string): string {
  return word.replace(/^["'(`]+/, '').replace(/["')`.,;:!?]+$/, '');
}

/** `5USDC` is two words; `5k` stays one, which is asked about. */
function withUnitApart(word: string, symbols: ReadonlySet<string>): readonly string[] {
  const [match, number = '', unit = ''] = /^(\d[\d.,]*)([A-Za-z].*)$/.exec(word) ?? [];
  return match !== undefined && symbols.has(unit.toLowerCase()) ? [number, unit] : [word];
}

const base58 = '[1-9A-HJ-NP-Za-km-z]';

/**
 * What an account looks like, by chain family. Only the shape: the edge and the rails check
 * checksums.
 */
const shapes: Readonly<Record<string, RegExp>> = {
  stellar: /^[GM][A-Z2-7]{55,68}$/,
  solana: new RegExp(`^${base58}{32,44}$`),
  bip122: new RegExp(`^((bc|tb|bcrt)1[02-9ac-hj-np-z]{11,71}|[123mn]${base58}{25,34})$`),
  tron: new RegExp(`^T${base58}{33}$`),
  sui: /^0x[0-9a-fA-F]{64}$/,
};

export function isAccountOn(chain: ChainRef, text: string): boolean {
  const family = chainFamily(chain);
  return family === 'eip155' ? isEvmAddressShape(text) : (shapes[family]?.test(text) ?? false);
}

/**
 * Whether a text can only be meant as an account, on any chain. Hex of any length is: of the wrong
 * length it is a mistyped account. Other short texts are words.
 */
function looksLikeAccount(text: string): boolean {
  return (
    /^0x[0-9a-fA-F]*$/.test(text) ||
    (text.length >= 26 && Object.values(shapes).some((shape) => shape.test(text)))
  );
}

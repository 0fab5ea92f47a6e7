import { type Bech32, bech32, bech32m } from '@scure/base';
import { isXOnlyKey } from './x-only-key.ts';

export type SegwitFault =
  'case' | 'characters' | 'checksum' | 'encoding' | 'version' | 'program' | 'key';

/**
 * The checks of BIP-173 and BIP-350 on an address that begins with `prefix` in either case: null
 * where it passes all of them, else the first that it fails. Versions 2 to 16 are valid but have no
 * meaning yet. Of version 1 only a Taproot key is valid (BIP-341): anyone could spend from any
 * other program, or no one could.
 */
export function readSegwit(text: string, prefix: string): SegwitFault | null {
  if (text !== text.toLowerCase() && text !== text.toUpperCase()) return 'case';
  const lower = text.toLowerCase();
  if (lower.length > 90 || !/^[02-9ac-hj-np-z]{6,}$/.test(lower.slice(prefix.length + 1)))
    return 'characters';
  const old = wordsOf(bech32, lower);
  const words = old ?? wordsOf(bech32m, lower);
  if (words === null) return 'checksum';
  const [version, ...programWords] = words;
  if (version === undefined) return 'characters';
  if (version > 16) return 'version';
  if ((version === 0) !== (old !== null)) return 'encoding';
  const program = bech32.fromWordsUnsafe(programWords);
  if (!program || !isProgram(version, program)) return 'program';
  return version === 1 && !isXOnlyKey(program) ? 'key' : null;
}

function wordsOf(encoding: Bech32, text: string): readonly number[] | null {
  const decoded = encoding.decodeUnsafe(text);
  return decoded ? decoded.words : null;
}

/** 2 to 40 bytes, and of version 0 only 20 or 32 (BIP-141). */
function isProgram(version: number, { length }: Uint8Array): boolean {
  return version === 0 ? length === 20 || length === 32 : length >= 2 && length <= 40;
}

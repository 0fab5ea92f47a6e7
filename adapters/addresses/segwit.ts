import { type Bech32, bech32, bech32m } from '@scure/base';

export type SegwitFault = 'case' | 'characters' | 'checksum' | 'encoding' | 'version' | 'program';

/**
 * The checks of BIP-173 and BIP-350 on an address that begins with `prefix` in either case: null
 * where it is good, else the first that fails. Versions 2 to 16 are valid without a meaning yet.
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
  return isProgram(version, bech32.fromWordsUnsafe(programWords)) ? null : 'program';
}

function wordsOf(encoding: Bech32, text: string): readonly number[] | null {
  const decoded = encoding.decodeUnsafe(text);
  return decoded ? decoded.words : null;
}

/** 2 to 40 bytes, and of version 0 only 20 or 32 (BIP-141); none where the padding is wrong. */
function isProgram(version: number, program: Uint8Array | void): boolean {
  if (!program) return false;
  const { length } = program;
  return version === 0 ? length === 20 || length === 32 : length >= 2 && length <= 40;
}

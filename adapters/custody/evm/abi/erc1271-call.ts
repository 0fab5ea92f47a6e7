import type { Hex } from '@interline/kernel';
import { bytesWords, calldata, word } from './words.ts';

/** Selector of `isValidSignature(bytes32,bytes)`, and what a wallet returns that accepts (ERC-1271). */
export const erc1271Selector = '0x1626ba7e';

export function isValidSignatureCall(digest: Hex, signature: Hex): Hex {
  return calldata(erc1271Selector, digest.slice(2), word(0x40n), bytesWords(signature));
}

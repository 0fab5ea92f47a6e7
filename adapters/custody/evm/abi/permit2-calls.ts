import type { Address, Hex, SignedPermit } from '@interline/kernel';
import { addressWord, bytesWords, calldata, word } from './words.ts';

/** Pulls the whole permitted amount to `to`; the signature's bytes stay as the payer sent them. */
export function permitTransferFromCall(permit: SignedPermit, to: Address): Hex {
  const units = word(permit.units);
  return calldata(
    '0x30f28b7a',
    addressWord(permit.token),
    units,
    word(permit.nonce),
    word(permit.deadline),
    addressWord(to),
    units,
    addressWord(permit.owner),
    word(0x100n),
    bytesWords(permit.signature),
  );
}

export function nonceBitmapCall(owner: Address, wordIndex: bigint): Hex {
  return calldata('0x4fe02b44', addressWord(owner), word(wordIndex));
}

/** The word of the bitmap that holds a permit's nonce, and the mask of its bit. */
export function bitmapPlace(nonce: bigint): { readonly word: bigint; readonly mask: bigint } {
  return { word: nonce >> 8n, mask: 1n << (nonce & 0xffn) };
}

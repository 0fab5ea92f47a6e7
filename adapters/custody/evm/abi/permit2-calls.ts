import type { Address, Hex, PermitCeiling, SignedPermit } from '@interline/kernel';
import { addressWord, bytesWords, calldata, word } from './words.ts';

/** Pulls the whole permitted amount to `to`. The signature's bytes are passed on unchanged. */
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

/** The bitmap word that holds a permit's nonce, and the mask of its bit. */
export function bitmapPlace(nonce: bigint): { readonly word: bigint; readonly mask: bigint } {
  return { word: nonce >> 8n, mask: 1n << (nonce & 0xffn) };
}

/**
 * The allowance in Permit2 that the owner gave the spender for the token: amount, expiration,
 * nonce.
 */
export function standingCall(owner: Address, token: Address, spender: Address): Hex {
  return calldata('0x927da105', addressWord(owner), addressWord(token), addressWord(spender));
}

/**
 * Opens the allowance that the owner signed. It reverts where another sender has opened it before.
 */
export function permitSingleCall(
  { owner, token, deadline, signature }: SignedPermit,
  { units, nonce, sigDeadline }: PermitCeiling,
  spender: Address,
): Hex {
  return calldata(
    '0x2b67b570',
    addressWord(owner),
    addressWord(token),
    word(units),
    word(deadline),
    word(nonce),
    addressWord(spender),
    word(sigDeadline),
    word(0x100n),
    bytesWords(signature),
  );
}

/** Pulls out of the open allowance. */
export function transferFromCall({ owner, units, token }: SignedPermit, to: Address): Hex {
  return calldata(
    '0x36c78516',
    addressWord(owner),
    addressWord(to),
    word(units),
    addressWord(token),
  );
}

import { type EvmAddress, type Hex, permit2Address, type SignedAllowance } from '@interline/kernel';
import { readSignature } from '../signing/read-signature.ts';
import { addressWord, calldata, word } from './words.ts';

/** `permit(owner, Permit2, ...)` of the token; null where the signature has no v, r and s. */
export function eip2612Call(owner: EvmAddress, allowance: SignedAllowance): Hex | null {
  const signature = readSignature(allowance.signature);
  if (signature === null) return null;
  const { r, s, yParity } = signature;
  return calldata(
    '0xd505accf',
    addressWord(owner),
    addressWord(permit2Address),
    word(allowance.value),
    word(allowance.deadline),
    word(BigInt(27 + yParity)),
    r,
    s,
  );
}

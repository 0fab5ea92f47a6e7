import { type Address, type Hex, permit2Address, type SignedAllowance } from '@interline/kernel';
import { readSignature } from '../signing/signatures.ts';
import { addressWord, calldata, word } from './words.ts';

export function balanceOfCall(account: Address): Hex {
  return calldata('0x70a08231', addressWord(account));
}

export function allowanceCall(owner: Address, spender: Address): Hex {
  return calldata('0xdd62ed3e', addressWord(owner), addressWord(spender));
}

export function transferCall(to: Address, units: bigint): Hex {
  return calldata('0xa9059cbb', addressWord(to), word(units));
}

export function approveCall(spender: Address, units: bigint): Hex {
  return calldata('0x095ea7b3', addressWord(spender), word(units));
}

/** The owner's EIP-2612 nonce, which the token counts. It is not the account's nonce. */
export function noncesCall(owner: Address): Hex {
  return calldata('0x7ecebe00', addressWord(owner));
}

/** `permit(owner, Permit2, ...)` of the token; null where the signature has no v, r and s. */
export function eip2612Call(owner: Address, allowance: SignedAllowance): Hex | null {
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

import type { EthersSigner } from '@interline/client';
import { computeAddress, hexlify, randomBytes, SigningKey, TypedDataEncoder } from 'ethers';

/**
 * A key in the tab's memory, for play money: it is kept nowhere, and gone with the tab. Loaded when it is wanted.
 * Of ethers, its parts: the whole of its wallet would be three times as large.
 */
export function throwAwaySigner(
  key: string = hexlify(randomBytes(32)),
): EthersSigner & { readonly address: string } {
  const signing = new SigningKey(key);
  const address = computeAddress(signing.publicKey);
  return {
    address,
    getAddress: async () => address,
    signTypedData: async (domain, types, message) =>
      signing.sign(TypedDataEncoder.hash(domain, types, message)).serialized,
  };
}

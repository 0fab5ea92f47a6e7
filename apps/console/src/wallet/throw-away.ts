import type { EthersSigner, EthersTextSigner } from '@interline/client';
import {
  computeAddress,
  hashMessage,
  hexlify,
  randomBytes,
  SigningKey,
  TypedDataEncoder,
} from 'ethers';

/** Signs orders, and the text of a sign-in. */
export type TextAndDataSigner = EthersSigner & EthersTextSigner;

/**
 * A key in the tab's memory, for play money: it is kept nowhere, and gone with the tab. Loaded when it is wanted.
 * Of ethers, its parts: the whole of its wallet would be three times as large.
 */
export function throwAwaySigner(
  key: string = hexlify(randomBytes(32)),
): TextAndDataSigner & { readonly address: string } {
  const signing = new SigningKey(key);
  const address = computeAddress(signing.publicKey);
  return {
    address,
    signMessage: async (text) => signing.sign(hashMessage(text)).serialized,
    getAddress: async () => address,
    signTypedData: async (domain, types, message) =>
      signing.sign(TypedDataEncoder.hash(domain, types, message)).serialized,
  };
}

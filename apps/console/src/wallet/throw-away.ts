import type { EthersSigner } from '@interline/client';
import { publicPoint, randomKey, sign } from './curve.ts';
import { addressOf, hexOf, typedDigest } from './typed-data.ts';

/**
 * A key in the tab's memory, for play money: it is kept nowhere, and gone with the tab. Loaded when it is wanted.
 */
export function throwAwaySigner(
  key: Uint8Array = randomKey(),
): EthersSigner & { readonly address: string } {
  const address = addressOf(publicPoint(key));
  return {
    address,
    getAddress: async () => address,
    async signTypedData(domain, types, message) {
      return `0x${hexOf(await sign(typedDigest({ ...domain }, types, message), key))}`;
    },
  };
}

import type { EthersSigner } from '@interline/client';
import { getPublicKey, signAsync, utils } from '@noble/secp256k1';
import { addressOf, hexOf, typedDigest } from './typed-data.ts';

/**
 * A key in the tab's memory, for play money: it is kept nowhere, and gone with the tab. Loaded when it is wanted.
 */
export function throwAwaySigner(
  key: Uint8Array = utils.randomSecretKey(),
): EthersSigner & { readonly address: string } {
  const address = addressOf(getPublicKey(key, false).slice(1));
  return {
    address,
    getAddress: async () => address,
    async signTypedData(domain, types, message) {
      const [recovery = 0, ...rest] = await signAsync(
        typedDigest({ ...domain }, types, message),
        key,
        {
          prehash: false,
          format: 'recovered',
        },
      );
      return `0x${hexOf(rest)}${hexOf([27 + recovery])}`;
    },
  };
}

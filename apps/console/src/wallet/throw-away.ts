import type { EthersSigner } from '@interline/client';
import { getPublicKey, signAsync, utils } from '@noble/secp256k1';
import { getAddress } from 'ethers/address';
import { keccak256 } from 'ethers/crypto';
import { TypedDataEncoder } from 'ethers/hash';

/**
 * A key in the tab's memory, for play money: it is kept nowhere, and gone with the tab. Loaded when it is wanted.
 * The curve is not ethers' own, which is twice as large.
 */
export function throwAwaySigner(key: Uint8Array = utils.randomSecretKey()): EthersSigner & {
  readonly address: string;
} {
  const point = getPublicKey(key, false).slice(1);
  const address = getAddress(`0x${keccak256(point).slice(-40)}`);
  return {
    address,
    getAddress: async () => address,
    async signTypedData(domain, types, message) {
      const digest = bytesOf(TypedDataEncoder.hash(domain, types, message));
      const [recovery = 0, ...rest] = await signAsync(digest, key, {
        prehash: false,
        format: 'recovered',
      });
      return `0x${hexOf(rest)}${hexOf([27 + recovery])}`;
    },
  };
}

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(hex.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function hexOf(bytes: readonly number[]): string {
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

import { type EvmAddress, evmAddress, type Hex } from '@interline/plugins';
import fc from 'fast-check';

// Any value of a contract's types.

export const anyAddress: fc.Arbitrary<EvmAddress> = hexOf(20, 20).map(evmAddress);
export const anyBytes: fc.Arbitrary<Hex> = hexOf(0, 100);
export const anyBytes32: fc.Arbitrary<Hex> = hexOf(32, 32);
export const anyUint256: fc.Arbitrary<bigint> = uintOf(256);
export const anyUint64: fc.Arbitrary<bigint> = uintOf(64);
export const anyUint32: fc.Arbitrary<bigint> = uintOf(32);

function uintOf(bits: number): fc.Arbitrary<bigint> {
  return fc.bigInt({ min: 0n, max: (1n << BigInt(bits)) - 1n });
}

function hexOf(minLength: number, maxLength: number): fc.Arbitrary<Hex> {
  return fc
    .uint8Array({ minLength, maxLength })
    .map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`);
}

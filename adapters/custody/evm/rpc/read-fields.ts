import { type Address, evmAddress, type Hex, isEvmAddressShape, isRecord } from '@interline/kernel';
import { garbage } from './rpc-fault.ts';

const quantity = /^0x[0-9a-fA-F]{1,64}$/;
const data = /^0x(?:[0-9a-fA-F]{2})*$/;
const hash = /^0x[0-9a-fA-F]{64}$/;

/** Accepts leading zeros, which some nodes write. */
export function readQuantity(value: unknown): bigint {
  if (typeof value !== 'string' || !quantity.test(value))
    throw garbage('a quantity is not a hex number');
  return BigInt(value);
}

/** A quantity that is a height, a nonce or a time. */
export function readSafeNumber(value: unknown): number {
  const read = readQuantity(value);
  if (read > BigInt(Number.MAX_SAFE_INTEGER))
    throw garbage('a height, nonce or time is beyond 2^53');
  return Number(read);
}

export function readData(value: unknown): Hex {
  if (typeof value !== 'string' || !data.test(value)) throw garbage('bytes are not hex');
  return value as Hex;
}

export function readHash(value: unknown): Hex {
  if (typeof value !== 'string' || !hash.test(value))
    throw garbage('a hash is not 32 bytes of hex');
  return value.toLowerCase() as Hex;
}

export function readAddress(value: unknown): Address {
  if (typeof value !== 'string' || !isEvmAddressShape(value))
    throw garbage('an address is not 20 bytes of hex');
  return evmAddress(value);
}

/** An object in a node's response; its fields are not read yet. */
export function readRecord(value: unknown): Readonly<Record<string, unknown>> {
  if (!isRecord(value)) throw garbage('an answer is not an object');
  return value;
}

export function readList(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw garbage('an answer is not a list');
  return value;
}

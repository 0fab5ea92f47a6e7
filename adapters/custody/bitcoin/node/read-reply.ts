import { type ChainRef, isRecord, isRelayError } from '@interline/kernel';
import { unreachable } from './node-access.ts';

/** Parses a node's response. A response that the reader rejects is a fault of the node. */
export function readReply<T>(chain: ChainRef, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (isRelayError(error)) throw error;
    throw unreachable(chain, 'the bitcoin node answered with something unexpected');
  }
}

export function readRecord(value: unknown): Readonly<Record<string, unknown>> {
  if (!isRecord(value)) throw new TypeError('not a record');
  return value;
}

export function readList(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new TypeError('not a list');
  return value;
}

/** A block hash or a transaction id. */
export function readHash(value: unknown): string {
  if (typeof value !== 'string' || !/^[0-9a-f]{64}$/.test(value)) throw new TypeError('not a hash');
  return value;
}

export function readHex(value: unknown): string {
  if (typeof value !== 'string' || !/^(?:[0-9a-f]{2})+$/.test(value))
    throw new TypeError('not hex');
  return value;
}

export function readCount(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw new TypeError('not a count');
  return value;
}

/**
 * Core's amounts in BTC. Eight decimals of any valid amount survive a JSON number and `toFixed`.
 */
export function readBtc(value: unknown): bigint {
  if (typeof value !== 'number' || value < 0 || value > 21e6) throw new TypeError('not an amount');
  return BigInt(value.toFixed(8).replace('.', ''));
}

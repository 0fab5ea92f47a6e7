import { RelayError } from './error.ts';

declare const unitsBrand: unique symbol;
declare const amountBrand: unique symbol;

/** A token quantity in smallest units, zero or more: fees, balances, caps. */
export type Units = bigint & { readonly [unitsBrand]: true };

/** A token quantity in smallest units that moves, so never zero. */
export type Amount = Units & { readonly [amountBrand]: true };

export const maxUint256 = (1n << 256n) - 1n;

const amountPattern = /^[1-9][0-9]{0,77}$/;
const unitsPattern = /^(0|[1-9][0-9]{0,77})$/;

/**
 * Reads a positive digit string of at most 2^256 - 1. Anything else, including JSON numbers, is
 * `BAD_AMOUNT`.
 */
export function readAmount(value: unknown, field = 'amount'): Amount {
  return readDigits(value, field, amountPattern, 'a positive whole number') as Amount;
}

/** Like `readAmount`, with `"0"` allowed. */
export function readUnits(value: unknown, field: string): Units {
  return readDigits(value, field, unitsPattern, 'a whole number, zero or more,') as Units;
}

/** Brands a computed quantity; throws on a negative or oversized one, which is our own fault. */
export function asUnits(value: bigint): Units {
  if (value < 0n || value > maxUint256) throw new RangeError(`${value} is not a token quantity`);
  return value as Units;
}

/** Brands a computed quantity that must move; throws on zero. */
export function asAmount(value: bigint): Amount {
  if (value === 0n) throw new RangeError('an amount that moves cannot be zero');
  return asUnits(value) as Amount;
}

export const noUnits = 0n as Units;

function readDigits(value: unknown, field: string, pattern: RegExp, wanted: string): bigint {
  if (typeof value !== 'string' || !pattern.test(value)) {
    throw new RelayError(
      'BAD_AMOUNT',
      { field },
      `${field} must be ${wanted} in a string of decimal digits, smallest units; got ${show(value)}`,
    );
  }
  const units = BigInt(value);
  if (units > maxUint256)
    throw new RelayError('BAD_AMOUNT', { field }, `${field} is above 2^256 - 1`);
  return units;
}

function show(value: unknown): string {
  if (typeof value === 'string')
    return value.length > 40 ? `a string of ${value.length} characters` : JSON.stringify(value);
  return value === null ? 'null' : `a ${typeof value}`;
}

import type { EntitySchemaColumnOptions } from 'typeorm';
import { fromJsonText, toJsonText } from './json-text.ts';

type Options = Pick<EntitySchemaColumnOptions, 'primary' | 'nullable' | 'default'>;

/** Longest text of a name, an id, an address or a hash. */
const nameLength = 160;

/** Column kinds that mean the same on every database. */
export const column = {
  text: (name: string, options: Options = {}): EntitySchemaColumnOptions => ({
    name,
    type: 'varchar',
    length: nameLength,
    ...options,
  }),

  longText: (name: string, options: Options = {}): EntitySchemaColumnOptions => ({
    name,
    type: 'text',
    ...options,
  }),

  /** A token quantity as digits: no database's integer holds 256 bits. */
  units: (name: string, options: Options = {}): EntitySchemaColumnOptions => ({
    name,
    type: 'varchar',
    length: 80,
    transformer: { to: digitsOf, from: unitsOf },
    ...options,
  }),

  /** A safe integer: slots, blocks, epoch milliseconds. Some databases answer with digits. */
  whole: (name: string, options: Options = {}): EntitySchemaColumnOptions => ({
    name,
    type: 'bigint',
    transformer: { to: same, from: numberOf },
    ...options,
  }),

  /** Cents of a dollar, at most 10^15, that statements add up: a whole number in the database, a bigint inside. */
  cents: (name: string, options: Options = {}): EntitySchemaColumnOptions => ({
    name,
    type: 'bigint',
    transformer: { to: digitsOf, from: centsOf },
    ...options,
  }),

  flag: (name: string, options: Options = {}): EntitySchemaColumnOptions => ({
    name,
    type: 'boolean',
    ...options,
  }),

  json: (name: string, options: Options = {}): EntitySchemaColumnOptions => ({
    name,
    type: 'text',
    transformer: { to: textOf, from: valueOf },
    ...options,
  }),
} as const;

function same(value: unknown): unknown {
  return value;
}

function digitsOf(value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}

function unitsOf(value: unknown): unknown {
  return typeof value === 'string' ? BigInt(value) : value;
}

function centsOf(value: unknown): unknown {
  return typeof value === 'string' || typeof value === 'number' ? BigInt(value) : value;
}

function numberOf(value: unknown): unknown {
  return typeof value === 'string' ? Number(value) : value;
}

function textOf(value: unknown): unknown {
  return value === null || value === undefined ? value : toJsonText(value);
}

function valueOf(value: unknown): unknown {
  return typeof value === 'string' ? fromJsonText(value) : value;
}

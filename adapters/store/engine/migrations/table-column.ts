import type { TableColumnOptions } from 'typeorm';

type Options = Pick<TableColumnOptions, 'isPrimary' | 'isNullable' | 'length'>;

/**
 * Column kinds of the migrations. Frozen: a change of kind is a new migration with its own words.
 */
export const tableColumn = {
  text: (name: string, options: Options = {}): TableColumnOptions => ({
    name,
    type: 'varchar',
    length: '160',
    ...options,
  }),
  longText: (name: string, options: Options = {}): TableColumnOptions => ({
    name,
    type: 'text',
    ...options,
  }),
  units: (name: string, options: Options = {}): TableColumnOptions => ({
    name,
    type: 'varchar',
    length: '80',
    ...options,
  }),
  whole: (name: string, options: Options = {}): TableColumnOptions => ({
    name,
    type: 'bigint',
    ...options,
  }),
  flag: (name: string): TableColumnOptions => ({ name, type: 'boolean' }),
} as const;

export const key = { isPrimary: true } as const;
export const orNull = { isNullable: true } as const;

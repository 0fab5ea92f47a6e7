import type { DataSource } from 'typeorm';
import type { SqlValue } from './sql-value.ts';

/** One column of an entity, both ways. */
export interface Field {
  readonly property: string;
  /** Escaped for the database. */
  readonly column: string;
  write(row: object): SqlValue;
  read(record: Readonly<Record<string, unknown>>): unknown;
  /** False where a partial row leaves the field out. */
  isIn(row: object): boolean;
}

/**
 * The entity's columns in their declared order, with TypeORM's own conversions for this database.
 */
export function tableFields(source: DataSource, table: string): readonly Field[] {
  const { driver } = source;
  return source.getMetadata(table).columns.map((column) => ({
    property: column.propertyName,
    column: driver.escape(column.databaseName),
    write: (row) => {
      const value: unknown = driver.preparePersistentValue(
        Reflect.get(row, column.propertyName),
        column,
      );
      return bindable(value, table, column.propertyName);
    },
    read: (record) => driver.prepareHydratedValue(record[column.databaseName], column) as unknown,
    isIn: (row) => Reflect.get(row, column.propertyName) !== undefined,
  }));
}

function bindable(value: unknown, table: string, property: string): SqlValue {
  if (
    value === null ||
    typeof value === 'string' ||
    typeof value === 'number' ||
    typeof value === 'boolean'
  )
    return value;
  throw new TypeError(
    `${table}.${property} cannot be stored: it is ${value === undefined ? 'missing' : `a ${typeof value}`}`,
  );
}

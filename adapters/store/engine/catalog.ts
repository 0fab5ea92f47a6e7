import type { DataSource } from 'typeorm';
import type { Rows, TableName } from './tables.ts';
import { type CompiledSql, compileSql, type SqlValue, type SqlValues } from './statement.ts';

interface BoundSql {
  readonly sql: string;
  readonly parameters: readonly SqlValue[];
}

/**
 * The one place where SQL is made from the entities: each distinct statement once, then only its
 * values are bound.
 */
export class Catalog {
  readonly #source: DataSource;
  readonly #fields = new Map<string, readonly Field[]>();
  readonly #compiled = new Map<string, CompiledSql>();

  constructor(source: DataSource) {
    this.#source = source;
  }

  select(table: TableName, tail: string, values: SqlValues): BoundSql {
    const key = `select ${table} ${tail}`;
    const compiled =
      this.#compiled.get(key) ??
      this.#keep(key, `SELECT ${this.#names(table)} FROM ${table} ${tail}`);
    return bind(compiled, values);
  }

  insert<T extends TableName>(
    table: T,
    rows: readonly Rows[T][],
    conflict: string,
    unless = '',
  ): BoundSql {
    const key = `insert ${rows.length} ${table} ${conflict} ${unless}`;
    const fields = this.#of(table);
    const values = fields.map((field) => `:${field.property}`).join(', ');
    const given =
      unless === ''
        ? `VALUES ${rows.map(() => `(${values})`).join(', ')}`
        : `SELECT ${values} WHERE NOT EXISTS (${unless})`;
    const compiled =
      this.#compiled.get(key) ??
      this.#keep(key, `INSERT INTO ${table} (${this.#names(table)}) ${given} ${conflict}`);
    const named = compiled.names.slice(fields.length * rows.length).map((name) => {
      const field = fields.find(({ property }) => property === name);
      if (field === undefined) throw new Error(`${table} has no field "${name}"`);
      return field;
    });
    return {
      sql: compiled.sql,
      parameters: rows.flatMap((row) => [...fields, ...named].map((field) => field.write(row))),
    };
  }

  update<T extends TableName>(
    table: T,
    change: Partial<Rows[T]>,
    where: string,
    values: SqlValues,
  ): BoundSql {
    const fields = this.#of(table).filter((field) => field.isIn(change));
    const key = `update ${table} ${fields.map((field) => field.property).join()} ${where}`;
    const compiled =
      this.#compiled.get(key) ??
      this.#keep(
        key,
        `UPDATE ${table} SET ${fields.map((field) => `${field.column} = :set`).join(', ')} WHERE ${where}`,
      );
    const given = compiled.names.slice(fields.length).map((name) => valueOf(values, name));
    return {
      sql: compiled.sql,
      parameters: [...fields.map((field) => field.write(change)), ...given],
    };
  }

  statement(text: string, values: SqlValues): BoundSql {
    return bind(this.#compiled.get(text) ?? this.#keep(text, text), values);
  }

  /** Back from the database's record to the entity's row. */
  read<T extends TableName>(table: T, record: Readonly<Record<string, unknown>>): Rows[T] {
    const row: Record<string, unknown> = {};
    for (const field of this.#of(table)) row[field.property] = field.read(record);
    // CAST: each field went out through the entity's own transformers and comes back through them.
    return row as unknown as Rows[T];
  }

  #names(table: TableName): string {
    return this.#of(table)
      .map((field) => field.column)
      .join(', ');
  }

  #of(table: TableName): readonly Field[] {
    const known = this.#fields.get(table);
    if (known !== undefined) return known;
    const fields = tableFields(this.#source, table);
    this.#fields.set(table, fields);
    return fields;
  }

  #keep(key: string, text: string): CompiledSql {
    const compiled = compileSql(text, (index) => this.#source.driver.createParameter('', index));
    this.#compiled.set(key, compiled);
    return compiled;
  }
}

function bind(compiled: CompiledSql, values: SqlValues): BoundSql {
  return { sql: compiled.sql, parameters: compiled.names.map((name) => valueOf(values, name)) };
}

function valueOf(values: SqlValues, name: string): SqlValue {
  const value = values[name];
  if (value === undefined) throw new Error(`a statement needs a value for ":${name}" and got none`);
  return value;
}

/** One column of an entity, both ways. */
interface Field {
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
function tableFields(source: DataSource, table: string): readonly Field[] {
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

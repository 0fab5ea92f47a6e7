import type { Catalog } from './catalog.ts';
import type { Execute, SqlResult, SqlValues } from './statement.ts';
import type { Rows, TableName } from './tables.ts';

/**
 * Typed statements on the store's tables, over one way to run them. Texts name columns as the
 * database does and values after a colon; a row's fields go through the entity's transformers,
 * other values are bound as they are.
 */
export class Db {
  readonly #catalog: Catalog;
  readonly #execute: Execute;

  constructor(catalog: Catalog, execute: Execute) {
    this.#catalog = catalog;
    this.#execute = execute;
  }

  /** `tail` is what follows `FROM table`. */
  async select<T extends TableName>(
    table: T,
    tail: string,
    values: SqlValues = {},
  ): Promise<readonly Rows[T][]> {
    const { sql, parameters } = this.#catalog.select(table, tail, values);
    const { rows } = await this.#execute(sql, parameters);
    return rows.map((row) => this.#catalog.read(table, row));
  }

  async first<T extends TableName>(
    table: T,
    tail: string,
    values: SqlValues,
  ): Promise<Rows[T] | null> {
    const rows = await this.select(table, tail, values);
    return rows[0] ?? null;
  }

  /**
   * Rows written: zero when `conflict` says to do nothing and a row was there, or when `unless`, a
   * select that names fields of the row, finds something.
   */
  async insert<T extends TableName>(
    table: T,
    row: Rows[T],
    conflict = '',
    unless = '',
  ): Promise<number> {
    const { sql, parameters } = this.#catalog.insert(table, [row], conflict, unless);
    return (await this.#execute(sql, parameters)).affected;
  }

  /** A few rows in one statement: each number of rows is a statement of its own. */
  async insertAll<T extends TableName>(
    table: T,
    rows: readonly Rows[T][],
    conflict = '',
  ): Promise<number> {
    if (rows.length === 0) return 0;
    const { sql, parameters } = this.#catalog.insert(table, rows, conflict);
    return (await this.#execute(sql, parameters)).affected;
  }

  /** Sets the fields that are not undefined, at least one; returns the rows changed. */
  async update<T extends TableName>(
    table: T,
    change: Partial<Rows[T]>,
    where: string,
    values: SqlValues,
  ): Promise<number> {
    const { sql, parameters } = this.#catalog.update(table, change, where, values);
    return (await this.#execute(sql, parameters)).affected;
  }

  /** The entity's row of one that another statement read whole. */
  rowOf<T extends TableName>(table: T, record: SqlResult['rows'][number]): Rows[T] {
    return this.#catalog.read(table, record);
  }

  async run(text: string, values: SqlValues): Promise<SqlResult> {
    const { sql, parameters } = this.#catalog.statement(text, values);
    return this.#execute(sql, parameters);
  }

  /** Runs a statement that ends in `returning`, and reads whole rows of the table. */
  async returning<T extends TableName>(
    table: T,
    text: string,
    values: SqlValues,
  ): Promise<readonly Rows[T][]> {
    const { rows } = await this.run(`${text} RETURNING *`, values);
    return rows.map((row) => this.#catalog.read(table, row));
  }
}

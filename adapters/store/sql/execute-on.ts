import type { DataSource } from 'typeorm';
import type { Dialect } from './dialect.ts';
import type { Execute, SqlResult } from './execute.ts';
import { storeDown } from './store-down.ts';

/** Statements on the data source's own connection, each text prepared once by TypeORM's runner. */
export function executeOn(source: DataSource, dialect: Dialect): Execute {
  const runner = source.createQueryRunner();
  return async (sql, parameters) => {
    try {
      const { records, affected } = await runner.query(sql, [...parameters], true);
      // CAST: a driver's records are objects keyed by column name.
      return { rows: records as SqlResult['rows'], affected: affected ?? 0 };
    } catch (error) {
      throw dialect.isDown(error) ? storeDown(error) : error;
    }
  };
}

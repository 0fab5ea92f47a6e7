import type { DataSource } from 'typeorm';
import { commitUnknown, Conflict, storeDown } from './store-down.ts';
import type { Dialect } from './dialect.ts';
import type { Execute, SqlResult } from './statement.ts';

/** One connection, for as long as statements must share it. */
export interface Session {
  readonly execute: Execute;
  release(): Promise<void>;
}

/**
 * The data source's own connection, or one of its pool that is connected with the first statement.
 */
export function openSession(source: DataSource, dialect: Dialect): Session {
  const runner = source.createQueryRunner();
  return {
    async execute(sql, parameters) {
      try {
        const { records, affected } = await runner.query(sql, [...parameters], true);
        // CAST: a driver's records are objects keyed by column name.
        return { rows: records as SqlResult['rows'], affected: affected ?? 0 };
      } catch (error) {
        if (dialect.isConflict(error))
          throw new Conflict('another process was faster', { cause: error });
        if (sql === 'COMMIT' && dialect.isInDoubt(error)) throw commitUnknown(error);
        throw dialect.isDown(error) ? storeDown(error) : error;
      }
    },
    release: () => runner.release(),
  };
}

/** Each statement on a connection of its own. */
export function executeOn(source: DataSource, dialect: Dialect): Execute {
  return async (sql, parameters) => {
    const session = openSession(source, dialect);
    try {
      return await session.execute(sql, parameters);
    } finally {
      await session.release();
    }
  };
}

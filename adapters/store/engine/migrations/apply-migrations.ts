import { type DataSource, MigrationExecutor } from 'typeorm';
import { assertKnown } from './known-migrations.ts';

/**
 * Applies what is pending, each in its own transaction. Throws `STORE_NEWER` first where more is
 * applied than this program knows.
 */
export async function applyMigrations(source: DataSource): Promise<void> {
  const applied = await new MigrationExecutor(source).getExecutedMigrations();
  assertKnown(applied.map(({ name }) => name));
  await source.runMigrations({ transaction: 'each' });
}

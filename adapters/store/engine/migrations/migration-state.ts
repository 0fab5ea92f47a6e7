import { DataSource, MigrationExecutor } from 'typeorm';
import type { Dialect } from '../dialect.ts';
import { knownMigrations } from './known-migrations.ts';
import { migrations } from './migrations.ts';

/**
 * - pending: ours, and not in the database yet
 * - unknown: in the database, and not ours: a newer program migrated it
 */
export interface MigrationState {
  readonly name: string;
  readonly state: 'applied' | 'pending' | 'unknown';
}

/**
 * The migrations of this program in their order, then those that only the database has. Reads only, so a service may
 * be at work on it.
 */
export async function migrationStates({
  reader,
}: Pick<Dialect, 'reader'>): Promise<readonly MigrationState[]> {
  const source = new DataSource({ ...reader, migrations });
  await source.initialize();
  try {
    const applied = (await new MigrationExecutor(source).getExecutedMigrations())
      .map(({ name }) => name)
      .toReversed();
    const unknown = applied.filter((name) => !knownMigrations.includes(name));
    return [
      ...knownMigrations.map((name) => ({
        name,
        state: applied.includes(name) ? ('applied' as const) : ('pending' as const),
      })),
      ...unknown.map((name) => ({ name, state: 'unknown' as const })),
    ];
  } finally {
    await source.destroy();
  }
}

/** Of a database that is not there yet. */
export function allPending(): readonly MigrationState[] {
  return knownMigrations.map((name) => ({ name, state: 'pending' }));
}

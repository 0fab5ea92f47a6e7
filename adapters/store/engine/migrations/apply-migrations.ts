import { type DataSource, MigrationExecutor } from 'typeorm';
import { migrations } from './migrations.ts';

/**
 * A newer program has migrated the store: this one would misread or overwrite what it does not
 * know.
 */
export class NewerStore extends Error {
  override readonly name = 'NewerStore';
}

const known: readonly string[] = migrations.map((Migration) => new Migration().name);

/**
 * Applies what is pending, each in its own transaction. Throws `NewerStore` first where more is
 * applied than it knows.
 */
export async function applyMigrations(source: DataSource): Promise<void> {
  const applied = await new MigrationExecutor(source).getExecutedMigrations();
  const unknown = applied.map(({ name }) => name).filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    const what = `a newer program made this store's ${unknown.join(', ')}, which this one does not know`;
    throw new NewerStore(`${what}; start that program`);
  }
  await source.runMigrations({ transaction: 'each' });
}

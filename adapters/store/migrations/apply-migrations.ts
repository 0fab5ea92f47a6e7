import { type DataSource, MigrationExecutor } from 'typeorm';
import { migrations } from './migrations.ts';

/** A newer program has migrated the store: this one would misread or overwrite what it does not know. */
export class NewerStore extends Error { override readonly name = 'NewerStore'; }

const known: readonly string[] = migrations.map((Migration) => new Migration().name);

/** Applies what is pending, each in a transaction of its own; throws `NewerStore` before that where there is more than this program knows. */
export async function applyMigrations(source: DataSource): Promise<void> {
  const applied = await new MigrationExecutor(source).getExecutedMigrations();
  const unknown = applied.map(({ name }) => name).filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new NewerStore(`a newer program made this journal's ${unknown.join(', ')}, which this one does not know; start that program`);
  await source.runMigrations({ transaction: 'each' });
}

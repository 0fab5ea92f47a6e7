import type { Reads } from '@interline/core';
import { DataSource } from 'typeorm';
import { readsOf } from '../repositories.ts';
import { Catalog } from './catalog.ts';
import { Db } from './db.ts';
import type { Dialect } from './dialect.ts';
import { executeOn } from './session.ts';

/**
 * Looks at an existing store of this program's form. It writes nothing, so a service may be using
 * it.
 */
export async function readStore<T>(
  dialect: Dialect,
  look: (reads: Reads) => Promise<T>,
): Promise<T> {
  const reader = new DataSource(dialect.reader);
  await reader.initialize();
  try {
    return await look(readsOf(new Db(new Catalog(reader), executeOn(reader, dialect))));
  } finally {
    await reader.destroy();
  }
}

import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownFolder } from '@interline/server';

/**
 * The devnet's operator credential: made once per data folder, so that operator commands work with
 * nothing configured.
 */
export function devnetOperatorToken(dataDir: string): string {
  const path = join(dataDir, 'operator.token');
  if (existsSync(path)) return readFileSync(path, 'utf8').trim();
  ownFolder(dataDir);
  const token = randomBytes(24).toString('hex');
  const own = `${path}.${process.pid}`;
  writeFileSync(own, `${token}\n`, { mode: 0o600 });
  try {
    // Whole or not at all, and only the first of several processes that start together.
    linkSync(own, path);
  } catch (error) {
    if (!existsSync(path)) throw error;
  } finally {
    rmSync(own);
  }
  return readFileSync(path, 'utf8').trim();
}

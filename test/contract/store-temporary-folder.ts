import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fastFolder } from '../support/fast-folder.ts';

/** A folder of one test's own, with the way to be rid of it. */
export function temporaryFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(fastFolder, 'interline-store-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

/** What git ignores; CI keeps what is in it. */
const usual = fileURLToPath(
  new URL('../../../node_modules/.cache/console-pictures', import.meta.url),
);

/** The folder that `CONSOLE_PICTURES` names, or the usual one. */
export const pictureFolder = process.env['CONSOLE_PICTURES'] ?? usual;

/** Keeps what the page looks like, for people to look at: pixels are not compared, as fonts differ. */
export async function pictureOf(page: Page, name: string): Promise<void> {
  if (page.isClosed()) return;
  await mkdir(pictureFolder, { recursive: true });
  const file = `${name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 80)}.png`;
  await page.screenshot({ path: join(pictureFolder, file), fullPage: true });
}

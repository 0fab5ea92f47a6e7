import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/**
 * Keeps what the page looks like in the folder that `CONSOLE_PICTURES` names, for people to look at; without it
 * nothing is kept.
 */
export async function pictureOf(page: Page, name: string): Promise<void> {
  const folder = process.env['CONSOLE_PICTURES'];
  if (folder === undefined || page.isClosed()) return;
  await mkdir(folder, { recursive: true });
  const file = `${name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 80)}.png`;
  await page.screenshot({ path: join(folder, file), fullPage: true });
}

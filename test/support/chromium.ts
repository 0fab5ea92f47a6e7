import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const wanted = `no Chromium is at ${executablePath}; to have one, run npm run chromium or set CHROMIUM to its path`;

/** What needs hardware or another protocol; against calls home playwright has flags of its own. */
const plain = ['--disable-gpu', '--disable-quic'];

/**
 * Mocha's `before` for a suite in a browser. Where there is none it fails the suite when `CI` is set,
 * and skips it elsewhere, with the reason.
 */
export async function chromiumOrSkip(suite: Mocha.Context): Promise<Browser> {
  if (existsSync(executablePath)) return chromium.launch({ executablePath, args: plain });
  if (process.env['CI']) throw new Error(`these tests need a browser: ${wanted}`);
  console.warn(`skipped without a browser: ${wanted}`);
  return suite.skip();
}

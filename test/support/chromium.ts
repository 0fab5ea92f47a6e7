import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** What needs hardware or another protocol; against calls home playwright has flags of its own. */
const plain = ['--disable-gpu', '--disable-quic'];

/** Mocha's `before` for a suite in a browser: skips it, with the reason, where there is none. */
export async function chromiumOrSkip(suite: Mocha.Context): Promise<Browser> {
  if (existsSync(executablePath)) return chromium.launch({ executablePath, args: plain });
  console.warn(`      no Chromium at ${executablePath}: set CHROMIUM to one to run this suite`);
  return suite.skip();
}

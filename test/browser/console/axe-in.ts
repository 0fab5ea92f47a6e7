import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * What axe finds on the page, whatever its impact. It runs in a world of its own, so that the page's policy,
 * which allows no foreign script, stays on.
 */
export async function axeIn(page: Page): Promise<readonly string[]> {
  // Half-way through a transition no colour is the one that is read.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const session = await page.context().newCDPSession(page);
  try {
    const { frameTree } = await session.send('Page.getFrameTree');
    const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', {
      frameId: frameTree.frame.id,
    });
    await session.send('Runtime.evaluate', { contextId, expression: source });
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      contextId,
      awaitPromise: true,
      returnByValue: true,
      expression: `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
        violations.flatMap(({ id, impact, nodes }) =>
          nodes.map(({ html, any }) => [id, impact, html.slice(0, 160), any[0]?.message].join(': '))))`,
    });
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text);
    return result.value as readonly string[]; // CAST: as the expression says.
  } finally {
    await session.detach();
  }
}

import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { chromiumOrSkip } from '../support/chromium.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { visit, type Visit } from './visit.ts';

interface Document {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly operationId: string }>>>
  >;
  readonly webhooks: object;
}

const desktop = 1_280;
const phone = 390;

describe('the docs page in a browser', () => {
  let browser: Browser;
  let harness: Harness | undefined;
  before(async function () {
    browser = await chromiumOrSkip(this);
    harness = await startHarness();
  });
  after(async () => {
    if (harness === undefined) return;
    await browser.close();
    await harness.stop();
  });

  let visited: Visit | undefined;
  // Swagger UI draws what is in view alone, where there are many operations.
  const open = async (width: number): Promise<Visit> =>
    (visited = await visit(browser, `${harness?.url}/docs`, { width, height: 24_000 }));
  afterEach(async () => visited?.page.close());

  it('shows every operation of the document and the webhook, from nothing but its own files', async () => {
    const { paths, webhooks } = (await (
      await fetch(`${harness?.url}/openapi.json`)
    ).json()) as Document; // CAST: what is shown is compared with it.
    const operations = Object.values(paths)
      .flatMap((path) => Object.values(path))
      .map(({ operationId }) => operationId);

    const { page, troubles, origins } = await open(desktop);
    const blocks = page.locator('.opblock');
    await blocks.first().waitFor();
    const ids = await Promise.all((await blocks.all()).map((block) => block.getAttribute('id')));

    expect(operations).to.have.length.above(30);
    expect(ids.map((id) => id?.split('-').at(-1)).sort()).to.deep.equal(
      [...operations, ...Object.keys(webhooks)].sort(),
    );
    expect(troubles).to.deep.equal([]);
    expect([...origins]).to.deep.equal([harness?.url]);
  });

  it('tries an operation out and shows its answer, without scrolling sideways on a phone', async () => {
    const { page, troubles, origins } = await open(phone);
    const errors = page.locator('#operations-Discovery-getErrors');

    await errors.locator('.opblock-summary-control').click();
    await errors.locator('.execute').click();
    const answer = errors.locator('.live-responses-table .response');
    await answer.waitFor();

    expect(await answer.locator('.response-col_status').innerText()).to.equal('200');
    expect(await answer.locator('.highlight-code').innerText()).to.contain(
      '"code": "MISSING_FIELD"',
    );
    expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(phone);
    expect(troubles).to.deep.equal([]);
    expect([...origins]).to.deep.equal([harness?.url]);
  });

  it('unfolds all operations at once, before its visitor gives up', async () => {
    const { page, troubles } = await open(desktop);
    await page.locator('.opblock').first().waitFor();

    await page.evaluate(
      'for (const control of document.querySelectorAll(".opblock-summary-control")) control.click()',
    );
    const blocks = page.locator('.opblock');
    await page.waitForFunction(
      'document.querySelectorAll(".opblock.is-open .responses-inner").length === document.querySelectorAll(".opblock").length',
    );

    expect(await blocks.count()).to.be.above(5);
    expect(await page.locator('.opblock', { hasText: '$ref' }).count()).to.equal(0);
    expect(troubles).to.deep.equal([]);
  });

  it('shows parameters, bodies, answers and errors that the document refers to', async () => {
    const { page } = await open(desktop);
    const execute = page.locator('#operations-Execution-postRouteExecute');

    await execute.locator('.opblock-summary-control').click();
    await execute.locator('.responses-inner').waitFor();

    expect(
      await page.evaluate(
        '[...document.querySelectorAll("#operations-Execution-postRouteExecute .parameters tr[data-param-name]")].map((row) => row.dataset.paramName)',
      ),
    ).to.include.members(['idempotency-key', 'x-svc-sandbox']);
    expect(
      await execute.locator('.response[data-code="200"] .highlight-code').first().innerText(),
    ).to.contain('"status"');
    expect(
      await execute.locator('.response[data-code="429"] .highlight-code').innerText(),
    ).to.contain('"errorCode": "RATE_LIMITED"');
    await execute.locator('.response[data-code="429"] .tablinks', { hasText: 'Schema' }).click();
    await execute
      .locator('.response[data-code="429"] .json-schema-2020-12-expand-deep-button', {
        hasText: 'Expand all',
      })
      .click();
    await execute
      .locator('.response[data-code="429"] .model-box', { hasText: 'retryAfterMs' })
      .waitFor();
  });

  it("is dark if the visitor's system is, and legible either way", async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await open(desktop);
      await page.emulateMedia({ colorScheme });
      await page.locator('.opblock').first().waitFor();
      await page.waitForFunction(
        `document.documentElement.classList.contains('dark-mode') === ${colorScheme === 'dark'}`,
      );
      const [back, ink] = await page.evaluate<[string, string]>(
        '[document.documentElement, document.querySelector(".info p")].map((one, at) => getComputedStyle(one)[at === 0 ? "backgroundColor" : "color"])',
      );

      expect(brightness(ink) > brightness(back)).to.equal(colorScheme === 'dark');
      await page.close();
    }
  });

  it('runs no script that is slipped into it', async () => {
    const { page, troubles } = await open(desktop);
    const title = await page.title();

    await page.evaluate(
      'document.body.append(Object.assign(document.createElement("script"), { text: "document.title = 1" }))',
    );

    expect(await page.title()).to.equal(title);
    expect(troubles).to.have.length(1);
    expect(troubles[0]).to.contain('Content Security Policy');
  });

  /** Of "rgb(r, g, b)"; where nothing is painted the browser's own sheet is white. */
  function brightness(color: string): number {
    if (color === 'rgba(0, 0, 0, 0)') return 3 * 255;
    return (color.match(/\d+/g) ?? [])
      .slice(0, 3)
      .map(Number)
      .reduce((sum, one) => sum + one, 0);
  }
});

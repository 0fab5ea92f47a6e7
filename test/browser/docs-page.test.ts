import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { chromiumOrSkip } from '../support/chromium.ts';
import { type House, startHouse } from '../support/house.ts';
import { visit, type Visit } from './visit.ts';

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
  readonly webhooks: object;
}

const desktop = 1_280;
const phone = 390;

describe('the docs page in a browser', () => {
  let browser: Browser;
  let house: House | undefined;
  before(async function () {
    browser = await chromiumOrSkip(this);
    house = await startHouse();
  });
  after(async () => {
    if (house === undefined) return;
    await browser.close();
    await house.stop();
  });

  let visited: Visit | undefined;
  const open = async (width: number): Promise<Visit> => visited = await visit(browser, `${house?.url}/docs`, width);
  afterEach(async () => visited?.page.close());

  it('shows every operation of the document and the webhook, from nothing but its own files', async () => {
    const { paths, webhooks } = await (await fetch(`${house?.url}/openapi.json`)).json() as Document; // CAST: what is shown is compared with it.
    const operations = Object.values(paths).flatMap((path) => Object.values(path)).map(({ operationId }) => operationId);

    const { page, troubles, origins } = await open(desktop);
    const blocks = page.locator('.opblock');
    await blocks.first().waitFor();
    const ids = await Promise.all((await blocks.all()).map((block) => block.getAttribute('id')));

    expect(operations).to.have.length.above(30);
    expect(ids.map((id) => id?.split('-').at(-1)).sort()).to.deep.equal([...operations, ...Object.keys(webhooks)].sort());
    expect(troubles).to.deep.equal([]);
    expect([...origins]).to.deep.equal([house?.url]);
  });

  it('tries an operation out and shows its answer, without scrolling sideways on a phone', async () => {
    const { page, troubles, origins } = await open(phone);
    const errors = page.locator('#operations-Discovery-getErrors');

    await errors.locator('.opblock-summary-control').click();
    await errors.locator('.execute').click();
    const answer = errors.locator('.live-responses-table .response');
    await answer.waitFor();

    expect(await answer.locator('.response-col_status').innerText()).to.equal('200');
    expect(await answer.locator('.highlight-code').innerText()).to.contain('"code": "MISSING_FIELD"');
    expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(phone);
    expect(troubles).to.deep.equal([]);
    expect([...origins]).to.deep.equal([house?.url]);
  });

  it('runs no script that is slipped into it', async () => {
    const { page, troubles } = await open(desktop);
    const title = await page.title();

    await page.evaluate('document.body.append(Object.assign(document.createElement("script"), { text: "document.title = 1" }))');

    expect(await page.title()).to.equal(title);
    expect(troubles).to.have.length(1);
    expect(troubles[0]).to.contain('Content Security Policy');
  });
});

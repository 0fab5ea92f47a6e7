import { textField } from '@interline/cli';
import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { chromiumOrSkip } from '../../support/chromium.ts';
import { endOfRoute } from '../../support/end-of-route.ts';
import { type Harness, startHarness } from '../../support/harness.ts';
import { freshPayer, send } from '../../support/payer.ts';
import { until } from '../../support/until.ts';
import { axeIn } from './axe-in.ts';
import { type OpenConsole, openConsole } from './console-house.ts';
import { pictureOf } from './picture-of.ts';

describe('the signed receipt on the page of its route', () => {
  let browser: Browser;
  let harness: Harness | undefined;
  let id = '';
  before(async function () {
    browser = await chromiumOrSkip(this);
    harness = await startHarness();
    const payer = await freshPayer(harness, 8453, 5_000_000n);
    const { receipt } = await send(harness, payer, { from: 8453, to: 42161, units: 5_000_000n });
    id = textField(receipt, 'id');
    await endOfRoute(harness.client, id);
  });
  after(async () => {
    if (harness === undefined) return;
    await browser.close();
    await harness.stop();
  });

  let opened: OpenConsole | undefined;
  afterEach(async function () {
    if (opened === undefined) return;
    if (this.currentTest?.state === 'failed')
      await pictureOf(opened.page, `failed ${this.currentTest.title}`);
    await opened.page.close();
  });

  const evidence = async (): Promise<Readonly<Record<string, unknown>>> =>
    harness?.client.get(`/api/verify/receipt?id=${id}`) ?? {};
  const jsonOf = async (url: string): Promise<Record<string, unknown>> =>
    (await (await fetch(url)).json()) as Record<string, unknown>; // CAST: an object.

  async function looked(
    prepare: (page: Page) => Promise<void> = async () => undefined,
    how: { readonly width?: number; readonly colorScheme?: 'light' | 'dark' } = {},
  ): Promise<OpenConsole> {
    opened = await openConsole(browser, `${harness?.url}/#/route/${id}`, { ...how, prepare });
    await opened.page.getByRole('button', { name: 'Check it here' }).click();
    await opened.page.getByText('Download the receipt (JWS)').waitFor();
    return opened;
  }
  const found = (page: Page): Promise<readonly string[]> =>
    page.locator('.found li').allInnerTexts();

  it('is checked in the browser, with nothing asked of the service but the receipt and keys', async () => {
    const asked: string[] = [];
    const { page, violations, realTroubles } = await looked(async (one) => {
      one.on('request', (request) => asked.push(new URL(request.url()).pathname));
    });

    expect((await found(page)).slice(0, 3).map((text) => text.trim())).to.satisfy(
      ([signed, keys, same]: string[]) =>
        signed === 'Signed by a key that the service publishes' &&
        /^Its keys are those that this browser saw first/.test(keys ?? '') &&
        same === 'It says what this page shows, to the last unit',
    );
    const says = await page.locator('.card', { hasText: 'Signed receipt' }).innerText();
    for (const text of ['5 USDC on Base', '4.996 USDC on Arbitrum One', 'Nothing was sent back'])
      expect(says).to.contain(text);
    expect(asked).to.include('/.well-known/jwks.json');
    expect(asked).not.to.include('/api/verify');
    expect(await violations()).to.deep.equal([]);
    expect(realTroubles()).to.deep.equal([]);
  });

  it('is downloaded as it was signed, and with its proof as interline verify reads it', async () => {
    const { page } = await looked();
    const download = async (name: string): Promise<readonly [name: string, text: string]> => {
      const saving = page.waitForEvent('download');
      await page.getByRole('link', { name }).click();
      const saved = await saving;
      return [saved.suggestedFilename(), await readFile(await saved.path(), 'utf8')];
    };
    const { jws, salt } = await evidence();

    expect(await download('Download the receipt (JWS)')).to.deep.equal([`receipt-${id}.jws`, jws]);
    const [name, text] = await download('Download it with its proof (JSON)');
    expect(name).to.equal(`receipt-${id}.json`);
    expect(JSON.parse(text)).to.include({ jws, salt });
  });

  it('does not match a page that shows another amount, and does not verify with the signature of another text', async () => {
    const { page } = await looked(async (one) => {
      await one.route('**/api/route/status?*', async (route) => {
        const receipt = await jsonOf(route.request().url());
        const to = { ...(receipt['to'] as object), delivered: '5996000' }; // CAST: as it is answered.
        await route.fulfill({ json: { ...receipt, to } });
      });
    });
    await page.getByText('It does not say what this page shows').waitFor();
    await page.getByText('to delivered: signed 4996000, shown 5996000').waitFor();
    expect(await axeIn(page)).to.deep.equal([]);
    await page.close();

    const forged = await looked(async (one) => {
      await one.route('**/api/verify/receipt?*', async (route) => {
        const answer = await jsonOf(route.request().url());
        const [head, claims, signature] = String(answer['jws']).split('.');
        const text = Buffer.from(claims ?? '', 'base64url')
          .toString()
          .replace('4996000', '5996000');
        const jws = [head, Buffer.from(text).toString('base64url'), signature].join('.');
        await route.fulfill({ json: { ...answer, jws } });
      });
    });
    await forged.page.getByText('The signature does not hold').waitFor();
    expect(await forged.page.getByText('What is signed').count()).to.equal(0);
  });

  it('is not believed by keys that are others than this browser saw first', async () => {
    let isOther = false;
    const { page } = await looked(async (one) => {
      await one.route('**/.well-known/jwks.json', async (route) => {
        const set = await jsonOf(route.request().url());
        const [key] = set['keys'] as readonly object[]; // CAST: as it is answered.
        const keys = isOther ? [{ ...key, x: 'A'.repeat(43) }] : set['keys'];
        await route.fulfill({ json: { keys } });
      });
    });
    await page.getByText('Its keys are those that this browser saw first').waitFor();
    isOther = true;
    await page.reload();
    await page.getByRole('button', { name: 'Check it here' }).click();

    await page.getByText('The service shows other keys than this browser saw first').waitFor();
    await page.getByText('The signature does not hold').waitFor();
  });

  it('is shown with its place in the public log, and a proof of another place is reported as wrong', async () => {
    await until('a proof', async () => (await evidence())['proof'] !== null);
    const { index, proof } = await evidence();
    const { page } = await looked();
    await page.getByText(`Entry ${Number(index)} of the public log, which has`).waitFor();
    await page.close();

    const moved = await looked(async (one) => {
      await one.route('**/api/verify/receipt?*', async (route) => {
        const answer = await jsonOf(route.request().url());
        const wrong = String(proof).replace(/^index \d+$/m, `index ${Number(index) === 0 ? 1 : 0}`);
        await route.fulfill({ json: { ...answer, proof: wrong } });
      });
    });
    await moved.page.getByText('Its place in the public log does not hold').waitFor();
  });

  it('is evidence against a log if it is overdue', async () => {
    const pendingUntil = Date.now() - 60_000;
    const { page } = await looked(async (one) => {
      await one.route('**/api/verify/receipt?*', async (route) => {
        const answer = await jsonOf(route.request().url());
        await route.fulfill({ json: { ...answer, proof: null, index: null, pendingUntil } });
      });
    });
    await page.getByText('This receipt is evidence of that').waitFor();
  });

  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1_280, 375])
      it(`has nothing that axe finds, in ${colorScheme} and ${width} pixels wide`, async () => {
        const { page } = await looked(async () => undefined, { colorScheme, width });
        await page.getByText('What is signed').waitFor();

        await pictureOf(page, `receipt ${colorScheme} ${width}`);
        expect(await axeIn(page)).to.deep.equal([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(width);
      });
});

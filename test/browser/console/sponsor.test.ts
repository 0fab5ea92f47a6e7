import type { SponsoredCall } from '@interline/client';
import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { chromiumOrSkip } from '../../support/chromium.ts';
import { freshAddress } from '../../support/fresh-wallet.ts';
import { type Harness, startHarness } from '../../support/harness.ts';
import { sponsoredPayer, transferCall } from '../../sponsor/sponsored-payer.ts';
import { axeIn } from './axe-in.ts';
import { type OpenConsole, openConsole } from './console-house.ts';
import { pictureOf } from './picture-of.ts';

describe('sponsored calls, on the page of routes', () => {
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

  let opened: OpenConsole | undefined;
  afterEach(async function () {
    if (opened === undefined) return;
    if (this.currentTest?.state === 'failed')
      await pictureOf(opened.page, `failed ${this.currentTest.title}`);
    await opened.page.close();
  });

  const served = (): Harness => {
    if (harness === undefined) throw new Error('the suite was skipped');
    return harness;
  };
  const id = `sp_${'0a'.repeat(16)}`;
  const call: SponsoredCall = {
    ...{ id, kind: 'calls', chainId: 8453, account: freshAddress(), status: 'ACCEPTED' },
    ...{ txHash: null, userOpHash: `0x${'ab'.repeat(32)}`, gasUsed: null, innerError: null },
    fee: { token: freshAddress(), symbol: 'USDC', amount: '1500' },
    createdAt: 1_800_000_000_000,
  };
  const mined = { txHash: `0x${'cd'.repeat(32)}`, gasUsed: '81000' };

  it('are offered with their chains, fee tokens and code, which is asked for once it is unfolded', async () => {
    const asked: string[] = [];
    opened = await openConsole(browser, `${served().url}/#/routes`, {
      async prepare(page) {
        page.on('request', (request) => asked.push(new URL(request.url()).pathname));
        return Promise.resolve();
      },
    });
    const { page } = opened;
    const fold = page.getByText('Sponsored calls: what is offered here');
    await fold.waitFor();
    expect(asked).not.to.include('/api/sponsor/info');
    await fold.click();

    const card = page.locator('details.card', { has: fold });
    await card.getByRole('heading', { name: 'Base' }).waitFor();
    await card.getByText('USDC', { exact: true }).first().waitFor();
    expect(await opened.violations()).to.deep.equal([]);
    expect(opened.realTroubles()).to.deep.equal([]);
  });

  it('are followed by their id from prepared to included', async () => {
    const payer = await sponsoredPayer(served());
    await payer.fund();
    const calls = [
      { to: payer.usdc, data: transferCall(freshAddress() as `0x${string}`, 1_000n) }, // CAST: one.
    ];
    const prepared = await payer.prepare(calls);
    opened = await openConsole(browser, `${served().url}/#/routes`);
    const { page } = opened;
    await page.getByLabel('Id, link or transaction hash').fill(prepared.id);
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByText('Prepared, not sent').waitFor();

    await payer.execute(await payer.sign(prepared, calls));
    await page.getByText('Included', { exact: true }).waitFor();
    expect(page.url()).to.match(/#\/routes\?q=sp_[0-9a-f]{32}$/);
    const { txHash } = await payer.read(prepared.id);
    await page.getByTitle(String(txHash)).waitFor();
    expect(await page.locator('main').innerText()).to.match(/Fee\s+0\.\d+ USDC/);
  });

  it('say what became of them, and that nothing is known of one that is not there', async () => {
    let answer: SponsoredCall | null = call;
    opened = await openConsole(browser, `${served().url}/#/routes?q=${id}`, {
      prepare: async (page) =>
        page
          .route(`**/api/sponsor/${id}`, (route) =>
            answer === null
              ? route.fulfill({ status: 404, json: { errorCode: 'UNKNOWN_RECORD', error: 'none' } })
              : route.fulfill({ json: answer }),
          )
          .then(() => undefined),
    });
    const { page } = opened;
    await page.getByText('Under way', { exact: true }).waitFor();
    // Of a token that the deployment does not list no decimals are known.
    await page.getByText('1500 units of USDC').waitFor();

    answer = { ...call, ...mined, status: 'INCLUDED', innerError: 'out of allowance' };
    await page.getByText('Included, and its calls failed').waitFor();
    await page.getByText('the calls were undone: out of allowance').waitFor();
    expect(await axeIn(page)).to.deep.equal([]);
    answer = { ...call, status: 'FAILED' };
    await page.reload();
    await page.getByText('Failed: no call was made and no fee was taken').waitFor();
    answer = null;
    await page.reload();
    await page.getByText('No sponsored call has this id').waitFor();
  });

  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1_280, 375])
      it(`have nothing that axe finds, in ${colorScheme} and ${width} pixels wide`, async () => {
        opened = await openConsole(browser, `${served().url}/#/routes?q=${id}`, {
          ...{ colorScheme, width },
          prepare: async (page) =>
            page
              .route(`**/api/sponsor/${id}`, (route) =>
                route.fulfill({ json: { ...call, ...mined, status: 'INCLUDED' } }),
              )
              .then(() => undefined),
        });
        const { page } = opened;
        await page.getByText('Included', { exact: true }).waitFor();
        await page.getByText('Sponsored calls: what is offered here').click();
        await page.getByText('Signed to run by').first().waitFor();

        await pictureOf(page, `sponsor ${colorScheme} ${width}`);
        expect(await axeIn(page)).to.deep.equal([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(width);
      });
});

import { type Devnet, findBitcoind, startDevnet } from '@interline/devnet';
import { Keypair } from '@stellar/stellar-sdk';
import { expect } from 'chai';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { chromiumOrSkip } from '../../support/chromium.ts';
import { freshAddress } from '../../support/fresh-wallet.ts';
import { type Harness, startHarness } from '../../support/harness.ts';
import { until } from '../../support/until.ts';
import { pictureOf } from './picture-of.ts';
import { type OpenConsole, openConsole } from './console-house.ts';

const stockDeployment = fileURLToPath(new URL('../../../', import.meta.url));

/** The rails that a deployment is shipped with: several offers, a rehearsal, and chains beyond the EVM. */
describe('the console of the stock deployment', () => {
  let browser: Browser;
  let devnet: Devnet | undefined;
  let harness: Harness;
  const hasBitcoin = findBitcoind() !== null;
  before(async function () {
    browser = await chromiumOrSkip(this);
    devnet = await startDevnet({
      chainIds: [8453, 42161],
      beside: hasBitcoin ? ['bitcoin', 'stellar'] : ['stellar'],
      bitcoinBlockMs: 200,
      port: 0,
    });
    harness = await startHarness({ devnet, deployment: { dir: stockDeployment, settings: {} } });
  });
  after(async () => {
    if (devnet === undefined) return;
    await browser.close();
    await harness.stop();
    await devnet.stop();
  });

  let opened: OpenConsole | undefined;
  afterEach(async function () {
    if (opened === undefined) return;
    if (this.currentTest?.state === 'failed')
      await pictureOf(opened.page, `failed ${this.currentTest.title}`);
    await opened.page.close();
  });

  const priced = (query: string) =>
    until(`a price for ${query}`, async () =>
      harness.client.get(`/api/route/quote?${query}`).then(
        () => true,
        () => false,
      ),
    );
  async function filled(): Promise<Page> {
    opened = await openConsole(browser, `${harness.url}/`);
    const { page } = opened;
    await page.getByRole('button', { name: 'Make a throw-away wallet' }).click();
    await page.getByText('1,000 USDC').waitFor();
    return page;
  }

  it('compares the ways as people read them, and takes the one that was chosen', async () => {
    await priced('fromChain=8453&toChain=42161&token=USDC&amount=250000000');
    const page = await filled();
    await page.getByLabel('Amount').fill('250');
    await page.getByText('Every way that was asked').click();
    const offers = page.locator('.way');
    await offers.filter({ hasText: 'of 100' }).nth(1).waitFor();
    const others = page.getByRole('button', { name: /^Choose / });
    const wanted = (await others.first().getAttribute('aria-label'))?.slice('Choose '.length) ?? '';
    await others.first().click();
    await offers.filter({ hasText: wanted }).getByText('Chosen').waitFor();
    await page.getByRole('button', { name: 'Review and sign' }).click();
    await page.getByRole('button', { name: 'Sign and move 250 USDC' }).click();
    await page.getByRole('heading', { level: 1, name: /USDC delivered$/ }).waitFor();
    const id = page.url().split('/').at(-1) ?? '';

    expect(await harness.client.get(`/api/route/status?id=${id}`)).to.include({
      status: 'DONE',
      aggregator: wanted,
    });
    expect(await opened?.violations()).to.deep.equal([]);
  });

  it('rehearses without a wallet the very order that would be signed, and says that nothing moved', async () => {
    opened = await openConsole(browser, `${harness.url}/`);
    const { page } = opened;
    await page.getByLabel('Amount').fill('5');
    const asked = page.waitForResponse('**/api/agent/do');
    const sent = page.waitForRequest('**/api/route/execute');
    await page.getByRole('button', { name: 'Rehearse it: nothing moves' }).click();
    await page.getByText('Rehearsal: nothing moved').waitFor();
    const { execute } = (await (await asked).json()) as { execute: object }; // CAST: as the service answers.

    expect((await sent).postDataJSON()).to.deep.equal(execute);
    expect((await sent).headers()).to.include({ 'x-svc-sandbox': '1' });
    expect(page.url()).to.match(/#\/route\/sbx_/);
    expect(await page.locator('.rows a[target]').count()).to.equal(0);
  });

  it('says that an amount is too small to be worth it, and which one is not', async () => {
    const page = await filled();
    await page.route('**/api/route/compare', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { guard: object }; // CAST: as the service answers.
      const word = { ok: false, effectiveFeePct: 12.5, recommendedMinInput: '7000001' };
      await route.fulfill({
        response: answer,
        json: { ...body, guard: { ...body.guard, ...word } },
      });
    });
    await page.getByLabel('Amount').fill('0.5');

    await page.getByText('This amount is not worth sending').waitFor();
    await page.getByText('12.5 % of it would be lost on the way. From 7.000001 USDC on').waitFor();
    await page.getByRole('button', { name: 'Use 7.000001 USDC' }).click();
    expect(await page.getByLabel('Amount').inputValue()).to.equal('7.000001');
  });

  it('shows a recipient on Stellar without a trustline what to do, and pays a claimable balance', async () => {
    const page = await filled();
    await page.getByLabel('To chain').selectOption({ label: 'Stellar' });
    await page.getByLabel('Recipient on Stellar').fill(Keypair.random().publicKey());
    await page.getByLabel('Amount').fill('50');
    await page.getByText('What stands in the way', { exact: true }).waitFor();
    const alert = page.getByRole('alert').filter({ hasText: 'What stands in the way' });
    expect(await alert.innerText()).to.match(/trustline/i);

    await page.getByText('Pay a balance to claim').click();
    await alert.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Review and sign', disabled: false }).waitFor();
  });

  it('shows where to pay a deposit of bitcoin, keeps its claim to itself, and follows it to its end', async function () {
    if (!hasBitcoin) this.skip();
    const recipient = freshAddress();
    await priced('fromChain=bitcoin&toChain=8453&fromToken=BTC&toToken=USDC&amount=100000');
    opened = await openConsole(browser, `${harness.url}/`);
    const { page } = opened;
    await page.getByLabel('From chain').selectOption({ label: 'Bitcoin' });
    await page.getByLabel('To chain').selectOption({ label: 'Base' });
    await page.getByLabel('Token that arrives').selectOption({ label: 'USDC' });
    await page.getByLabel('Recipient on Base').fill(recipient);
    await page.getByLabel('Amount').fill('0.001');
    await page.getByRole('button', { name: 'Get a deposit address' }).click();
    await page.getByRole('button', { name: 'Show me the address' }).click();
    await page.getByRole('img', { name: /^Payment QR code for 0.001 BTC/ }).waitFor();
    expect(await page.getByText('Not begun in this browser').count()).to.equal(0);

    const shared = await openConsole(browser, page.url());
    await shared.page.getByText('Pay this deposit').waitFor();
    // The author of the link may try to be paid by the visitor who opens it.
    expect(await shared.page.locator('.deposit').innerText()).to.match(
      new RegExp(`Not begun in this browser[^]*goes: ${recipient} on Base[^]*Send exactly`, 'i'),
    );
    await shared.page.getByText('If it cannot be delivered').click();
    await shared.page.getByText('Only the browser that asked for this deposit').waitFor();
    const claim = await page.evaluate<string>(
      `JSON.parse(localStorage.getItem('interline.routes'))[0].refundClaim`,
    );
    expect(await shared.page.locator('html').innerHTML()).not.to.contain(claim);
    expect(await page.locator('html').innerHTML()).not.to.contain(claim);
    await shared.page.close();

    await page.getByRole('button', { name: 'Pay it with play money' }).click();
    await page.getByRole('heading', { level: 1, name: /USDC delivered$/ }).waitFor();
    expect(opened.realTroubles()).to.deep.equal([]);
  });

  it('keeps showing a claim that the browser cannot store while the tab is open, and asks to copy it', async function () {
    if (!hasBitcoin) this.skip();
    await priced('fromChain=bitcoin&toChain=8453&fromToken=BTC&toToken=USDC&amount=100000');
    opened = await openConsole(browser, `${harness.url}/`, {
      async prepare(before) {
        await before.addInitScript(
          `Storage.prototype.setItem = () => { throw new Error('full'); }`,
        );
      },
    });
    const { page } = opened;
    await page.getByLabel('From chain').selectOption({ label: 'Bitcoin' });
    await page.getByLabel('To chain').selectOption({ label: 'Base' });
    await page.getByLabel('Token that arrives').selectOption({ label: 'USDC' });
    await page.getByLabel('Recipient on Base').fill(freshAddress());
    await page.getByLabel('Amount').fill('0.001');
    await page.getByRole('button', { name: 'Get a deposit address' }).click();
    await page.getByRole('button', { name: 'Show me the address' }).click();

    await page.getByText('copy the claim before you close this tab').waitFor();
    await page.getByRole('button', { name: 'Copy the claim' }).waitFor();
    expect(await page.getByText('Not begun in this browser').count()).to.equal(0);
    await page.getByRole('link', { name: 'Routes', exact: true }).click();
    const own = page.locator('section', { hasText: 'Yours, kept in this browser' });
    await own.getByRole('button', { name: 'Forget them all' }).click();
    await own.getByText(/can name where they go back to.*: 0.001 BTC \(rt_/).waitFor();
    await own.getByRole('button', { name: 'Keep them' }).click();
    expect(await own.getByRole('link').count()).to.equal(1);
    await own.getByRole('button', { name: 'Forget them all' }).click();
    await own.getByRole('button', { name: 'Yes, forget them' }).click();
    await own.getByText('None yet.').waitFor();
  });

  it('has a deposit issued privately, and says where to pay it on the page that shows who asks', async function () {
    if (!hasBitcoin) this.skip();
    await priced('fromChain=bitcoin&toChain=8453&fromToken=BTC&toToken=USDC&amount=100000');
    opened = await openConsole(browser, `${harness.url}/`);
    const { page } = opened;
    await page.getByRole('switch', { name: 'Ask privately' }).check();
    await page.getByText('Not hidden:').waitFor();
    const posted: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') posted.push(new URL(request.url()).origin);
    });
    await page.getByLabel('From chain').selectOption({ label: 'Bitcoin' });
    await page.getByLabel('To chain').selectOption({ label: 'Base' });
    await page.getByLabel('Token that arrives').selectOption({ label: 'USDC' });
    await page.getByLabel('Recipient on Base').fill(freshAddress());
    await page.getByLabel('Amount').fill('0.001');
    await page.getByRole('button', { name: 'Ask for offers' }).click();
    await page.getByRole('button', { name: 'Get a deposit address' }).click();
    await page.getByRole('button', { name: 'Show me the address' }).click();
    await page.getByText('Where to pay it is on the page of its route').waitFor();

    expect(posted).to.not.include(harness.url);
    await page.getByRole('link', { name: 'Open it all the same' }).click();
    await page.getByText('Pay this deposit').waitFor();
  });
});

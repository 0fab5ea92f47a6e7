import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { chromiumOrSkip } from '../../support/chromium.ts';
import { freshWallet } from '../../support/fresh-wallet.ts';
import { type Harness, startHarness } from '../../support/harness.ts';
import { usdcBalance } from '../../support/usdc-balance.ts';
import { axeIn } from './axe-in.ts';
import { type OpenConsole, openConsole } from './console-house.ts';
import { pictureOf } from './picture-of.ts';
import { announceIn, walletOf } from './wallet-in-page.ts';

const [base, optimism, arbitrum] = [8453, 10, 42161];

describe('an amount that is more than a wallet has on one chain', () => {
  let browser: Browser;
  let harness: Harness | undefined;
  before(async function () {
    browser = await chromiumOrSkip(this);
    harness = await startHarness({ chainIds: [base, optimism, arbitrum] });
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

  /** Ten dollars on Base and so many on Optimism; fifteen are to go to Arbitrum. */
  async function short(
    onOptimism: bigint,
    how: { readonly width?: number; readonly colorScheme?: 'light' | 'dark' } = {},
  ) {
    const wallet = freshWallet();
    for (const [chainId, amount] of [
      [base, 10_000_000n],
      [optimism, onOptimism],
    ] as const)
      if (amount > 0n)
        await served().devnet.faucet({ chainId, token: 'USDC', to: wallet.address, amount });
    const stand = walletOf(wallet, base);
    opened = await openConsole(browser, `${served().url}/`, {
      ...how,
      prepare: (page) => announceIn(page, wallet, stand),
    });
    const { page } = opened;
    await page.getByText('Use my own wallet').click();
    await page.getByRole('button', { name: 'Connect Stand-in' }).click();
    await page.getByText('10 USDC', { exact: true }).waitFor();
    await page.getByLabel('Amount').fill('15');
    return { page, wallet, stand };
  }

  it('is brought from two, each signed on its own, and no part of it is offered twice', async () => {
    const { page, wallet, stand } = await short(10_000_000n);
    await page.getByRole('button', { name: 'Look at my other chains' }).click();
    const legs = page.getByRole('button', { name: /^Review [0-9.]+ USDC from / });
    await legs.nth(1).waitFor();
    expect(await legs.count()).to.equal(2);
    expect(await page.getByText(/^15(\.\d+)? USDC$/).count()).to.be.above(0);

    for (const chain of ['Base', 'OP Mainnet']) {
      const leg = page.getByRole('button', {
        name: new RegExp(`^Review [0-9.]+ USDC from ${chain}`),
      });
      const [, amount = ''] = /^Review ([0-9.]+)/.exec(await leg.innerText()) ?? [];
      await leg.click();
      await page.getByRole('heading', { name: 'Before you sign' }).waitFor();
      await page.getByText(`${amount} USDC leave ${chain}.`).waitFor();
      const sign = page.getByRole('button', { name: `Sign and move ${amount} USDC` });
      const change = page.getByRole('button', { name: `Switch to ${chain}` });
      await sign.or(change).first().waitFor();
      if ((await change.count()) > 0) await change.click();
      await sign.click();
      await page.getByRole('heading', { level: 1, name: /USDC delivered$/ }).waitFor();
      await page.getByRole('link', { name: 'Move', exact: true }).click();
      await page.getByText('Sent: follow it').first().waitFor();
    }
    expect(await legs.count()).to.equal(0);
    expect(await page.getByText('Sent: follow it').count()).to.equal(2);
    expect(stand.chainId).to.equal(optimism);
    const arrived = await usdcBalance(served().devnet, arbitrum, wallet.address);
    expect(arrived >= 15_000_000n && arrived < 15_000_100n, String(arrived)).to.equal(true);
    await page.getByRole('button', { name: 'Plan it anew' }).click();
    await page.getByText('What was sent from this plan stays sent').waitFor();
  });

  it('is not made up if the other chains have nothing, or not enough', async () => {
    const nothing = await short(0n);
    await nothing.page.getByRole('button', { name: 'Look at my other chains' }).click();
    await nothing.page
      .getByRole('alert')
      .getByText('Nothing that your chains have brings 15 USDC to Arbitrum One now.')
      .waitFor();
    expect(await axeIn(nothing.page)).to.deep.equal([]);
    expect(nothing.stand.asked).not.to.include('eth_signTypedData_v4');
  });

  it('is not shown if the service plans to take more than there is', async () => {
    const { page } = await short(10_000_000n);
    await page.route('**/api/plan', async (route) => {
      const answer = await route.fetch();
      const plan = (await answer.json()) as { legs: { from: object }[] }; // CAST: as it is answered.
      const legs = plan.legs.map((leg) => ({ ...leg, from: { ...leg.from, amount: '10000001' } }));
      await route.fulfill({ response: answer, json: { ...plan, legs } });
    });
    await page.getByRole('button', { name: 'Look at my other chains' }).click();
    await page.getByText('another plan than was asked for').waitFor();
    expect(await page.getByRole('button', { name: /^Review [0-9.]+ USDC from / }).count()).to.equal(
      0,
    );
  });

  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1_280, 375])
      it(`has nothing that axe finds, in ${colorScheme} and ${width} pixels wide`, async () => {
        const { page } = await short(10_000_000n, { colorScheme, width });
        await page.getByRole('button', { name: 'Look at my other chains' }).waitFor();
        expect(await axeIn(page)).to.deep.equal([]);
        await page.getByRole('button', { name: 'Look at my other chains' }).click();
        await page.getByText('At least together').waitFor();

        await pictureOf(page, `plan ${colorScheme} ${width}`);
        expect(await axeIn(page)).to.deep.equal([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(width);
      });
});

import { expect } from 'chai';
import type { Wallet } from 'ethers';
import type { Browser, Page } from 'playwright-core';
import { chromiumOrSkip } from '../../support/chromium.ts';
import { freshWallet } from '../../support/fresh-wallet.ts';
import { type Harness, startHarness } from '../../support/harness.ts';
import { until } from '../../support/until.ts';
import { usdcBalance } from '../../support/usdc-balance.ts';
import { pictureOf } from './picture-of.ts';
import { type OpenConsole, openConsole, stripPrefix } from './console-house.ts';
import { announceIn, walletOf, type WalletInPage } from './wallet-in-page.ts';

/** Real local chains, the whole service, a real browser; the float pays within a second. */
describe('money that is moved by the console', () => {
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
  /** The page with a wallet that holds ten dollars on Base, connected. */
  async function connected(
    change: (stand: WalletInPage) => void = () => undefined,
    url = `${served().url}/`,
  ) {
    const wallet = freshWallet();
    await served().devnet.faucet({
      chainId: 8453,
      token: 'USDC',
      to: wallet.address,
      amount: 10_000_000n,
    });
    const stand = walletOf(wallet, 8453);
    change(stand);
    opened = await openConsole(browser, url, {
      prepare: (page) => announceIn(page, wallet, stand),
    });
    const { page } = opened;
    await page.getByText('Use my own wallet').click();
    await page.getByRole('button', { name: 'Connect Stand-in' }).click();
    await page.getByText('10 USDC', { exact: true }).waitFor();
    return { ...opened, wallet, stand };
  }
  async function review(page: Page, amount = '5'): Promise<void> {
    await page.getByLabel('Amount').fill(amount);
    await page.getByRole('button', { name: 'Review and sign' }).click();
    await page.getByRole('heading', { name: 'Before you sign' }).waitFor();
  }
  const arrivedOn = (wallet: Wallet) => usdcBalance(served().devnet, 42161, wallet.address);

  it('goes from a throw-away wallet in a click, a number and a click, and nothing is asked elsewhere', async () => {
    opened = await openConsole(browser, `${served().url}/`);
    const { page } = opened;

    await page.getByRole('button', { name: 'Make a throw-away wallet' }).click();
    await page.getByText('1,000 USDC').waitFor();
    await review(page);
    await page.getByRole('button', { name: 'Sign and move 5 USDC' }).click();
    await page.getByRole('heading', { level: 1, name: '4.996 USDC delivered' }).waitFor();

    expect(await opened.violations()).to.deep.equal([]);
    expect(opened.realTroubles()).to.deep.equal([]);
    expect([...opened.origins]).to.deep.equal([served().url]);
  });

  it('goes by a wallet of the browser with two signatures, behind a proxy that strips its prefix', async () => {
    const proxy = await stripPrefix(served().url, '/gate/v1');
    const { page, stand, wallet, violations, realTroubles } = await connected(undefined, proxy.url);

    await review(page);
    await page.getByText('Two signatures').waitFor();
    await page.getByRole('button', { name: 'Sign and move 5 USDC' }).click();
    await page.getByRole('heading', { level: 1, name: '4.996 USDC delivered' }).waitFor();
    const address = page.url();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: '4.996 USDC delivered' }).waitFor();

    expect(address).to.match(/\/gate\/v1\/#\/route\/rt_[0-9a-f]{32}$/);
    // Another service may be at another path of the same origin.
    expect(await page.evaluate('Object.keys(localStorage)')).to.deep.equal([
      'interline.routes/gate/v1/',
    ]);
    expect(stand.asked.filter((method) => method === 'eth_signTypedData_v4')).to.have.length(2);
    expect(await arrivedOn(wallet)).to.equal(4_996_000n);
    expect(await violations()).to.deep.equal([]);
    expect(realTroubles()).to.deep.equal([]);
    await page.close();
    await proxy.close();
  });

  it('shows when each step happened, both transactions and the bill, to any visitor with the link', async () => {
    const { page } = await connected();
    await review(page);
    await page.getByRole('button', { name: 'Sign and move 5 USDC' }).click();
    await page.getByRole('heading', { level: 1, name: '4.996 USDC delivered' }).waitFor();
    const link = page.url();

    const shared = await openConsole(browser, link);
    await shared.page.getByRole('heading', { level: 1, name: '4.996 USDC delivered' }).waitFor();
    await shared.page.getByText('Confirmed on Base').waitFor();
    const stops = await shared.page.locator('.line strong').allInnerTexts();
    const bill = await shared.page.locator('.bill > div').allInnerTexts();
    const body = await shared.page.locator('body').innerText();
    await shared.page.close();

    expect(stops).to.deep.equal([
      'Accepted',
      'Permit2 allowed on Base',
      'Taken in on Base',
      'Confirmed on Base',
      'Paid out on Arbitrum One',
      'Delivered',
    ]);
    expect(bill.map((row) => row.replace(/\s*\n\s*/, ': '))).to.deep.equal([
      'Sent: 5 USDC',
      'Service fee, gas in it: 0.004 USDC',
      'Quoted: 4.996 USDC',
      'Least agreed: 4.996 USDC',
      'Delivered: 4.996 USDC',
      'As quoted, to the last unit',
    ]);
    expect(body).not.to.match(/claim/i);
  });

  it('does not move if the wallet declines, and can still be signed after that', async () => {
    let isWilling = false;
    const { page, wallet } = await connected((stand) => {
      stand.answer = (method) =>
        method === 'eth_signTypedData_v4' && !isWilling
          ? { error: { code: 4001, message: 'User rejected the request.' } }
          : null;
    });
    await review(page);
    await page.getByRole('button', { name: 'Sign and move 5 USDC' }).click();
    await page.getByRole('alert').getByText('You declined. Nothing moved.').waitFor();
    expect(await arrivedOn(wallet)).to.equal(0n);

    isWilling = true;
    await page.getByRole('button', { name: 'Sign and move 5 USDC' }).click();
    await page.getByRole('heading', { level: 1, name: '4.996 USDC delivered' }).waitFor();
  });

  it('asks a wallet that is on another chain to switch, and says what to do if it does not know it', async () => {
    let isKnown = false;
    const { page, stand } = await connected((one) => {
      one.chainId = 1;
      one.answer = (method) =>
        method === 'wallet_switchEthereumChain' && !isKnown
          ? { error: { code: 4902, message: 'Unrecognized chain ID "0x2105".' } }
          : null;
    });
    await review(page);
    const change = page.getByRole('button', { name: 'Switch to Base' });
    await change.click();
    await page.getByText('Your wallet does not know Base.').waitFor();
    expect(await page.getByRole('button', { name: /^Sign and move/ }).count()).to.equal(0);

    isKnown = true;
    await change.click();
    await page.getByRole('button', { name: 'Sign and move 5 USDC' }).click();
    await page.getByRole('heading', { level: 1, name: '4.996 USDC delivered' }).waitFor();
    expect(stand.chainId).to.equal(8453);
  });

  it('says to look at a wallet that stays silent', async () => {
    let release = (): void => undefined;
    const { page } = await connected((stand) => {
      stand.answer = async (method) => {
        if (method === 'eth_signTypedData_v4')
          await new Promise<void>((resolve) => (release = resolve));
        return { error: { code: 4001, message: 'User rejected the request.' } };
      };
      const silent = stand.answer;
      stand.answer = (method, params) =>
        method === 'eth_signTypedData_v4' ? silent(method, params) : null;
    });
    await review(page);
    await page.getByRole('button', { name: 'Sign and move 5 USDC' }).click();
    await page.getByText('Waiting for your signature 1 of 2').waitFor();
    await page.getByText('Look at your wallet').waitFor();
    release();
    await page.getByText('You declined. Nothing moved.').waitFor();
  });

  it('asks a slow wallet once, however often the button is pressed, and leaves no way back meanwhile', async () => {
    const gate = Promise.withResolvers<void>();
    let isSlow = false;
    const { page, stand } = await connected((one) => {
      one.answer = async (method) => {
        if (method === 'eth_accounts' && isSlow) await gate.promise;
        return null;
      };
    });
    await review(page);
    const sign = page.getByRole('button', { name: 'Sign and move 5 USDC' });
    await sign.waitFor();
    isSlow = true;
    await page.evaluate(
      `for (const press of [1, 2]) document.querySelector('.review .wide').click()`,
    );
    await page.getByText('Waiting for your signature 1 of 2').waitFor();
    expect(await sign.count()).to.equal(0);
    expect(await page.getByRole('button', { name: 'Back' }).isDisabled()).to.equal(true);

    gate.resolve();
    await page.getByRole('heading', { level: 1, name: '4.996 USDC delivered' }).waitFor();
    expect(stand.asked.filter((method) => method === 'eth_signTypedData_v4')).to.have.length(2);
  });

  it('asks a wallet nothing more while it has an open question, wherever its page was left', async () => {
    const gate = Promise.withResolvers<void>();
    const { page, stand, wallet } = await connected((one) => {
      one.answer = async (method) => {
        if (method === 'eth_signTypedData_v4') await gate.promise;
        return null;
      };
    });
    await review(page);
    await page.getByRole('button', { name: 'Sign and move 5 USDC' }).click();
    await until('a question in the wallet', async () =>
      stand.asked.includes('eth_signTypedData_v4'),
    );
    await page.getByRole('link', { name: 'Routes', exact: true }).click();
    await page.getByRole('link', { name: 'Move', exact: true }).click();
    await review(page);
    await page.getByRole('button', { name: 'Sign and move 5 USDC' }).click();
    await page.getByRole('alert').getByText('already has an open question').waitFor();
    expect(stand.asked.filter((method) => method === 'eth_signTypedData_v4')).to.have.length(1);

    gate.resolve();
    await page.getByRole('heading', { level: 1, name: '4.996 USDC delivered' }).waitFor();
    expect(await arrivedOn(wallet)).to.equal(4_996_000n);
  });

  it('lists at most 20 wallets, under names that can be read', async () => {
    opened = await openConsole(browser, `${served().url}/`, {
      async prepare(page) {
        await page.addInitScript(`
          const provider = { request: async () => [] };
          addEventListener('eip6963:requestProvider', () => {
            for (let at = 0; at < 200; at += 1) {
              const name = at === 0 ? '\u202eksaMateM' : at === 1 ? '\u200b' : 'Wallet ' + at;
              dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info: { uuid: 'w' + at, name }, provider } }));
            }
          });`);
      },
    });
    const { page } = opened;
    await page.getByText('Use my own wallet').click();
    const names = await page.locator('.wallets button').allInnerTexts();

    expect(names).to.have.length(20);
    expect(names.slice(0, 2)).to.deep.equal(['Connect ksaMateM', 'Connect Wallet 2']);
  });

  it('drops the offer if the wallet shows another account', async () => {
    const { page, stand } = await connected();
    const other = freshWallet().address;
    await review(page);
    await page.getByRole('button', { name: 'Sign and move 5 USDC' }).waitFor();
    stand.account = other;
    await page.evaluate(`window.__emit('accountsChanged', ['${other}'])`);

    await page.getByRole('button', { name: 'Sign and move 5 USDC' }).waitFor({ state: 'detached' });
    await page.getByText('0 USDC', { exact: true }).waitFor();
    expect(stand.asked).not.to.include('eth_signTypedData_v4');
  });

  it('drops the offer with a message if the account has changed by the time it signs', async () => {
    const { page, stand } = await connected();
    await review(page);
    const sign = page.getByRole('button', { name: 'Sign and move 5 USDC' });
    await sign.waitFor();
    expect(await page.getByText('numbers are new').count()).to.equal(0);
    stand.account = freshWallet().address;
    await sign.click();

    await page.getByRole('alert').getByText('so the offer was dropped').waitFor();
    expect(await sign.count()).to.equal(0);
    expect(stand.asked).not.to.include('eth_signTypedData_v4');
  });

  it('points out a fee that differs from the offer', async () => {
    const { page } = await connected();
    await page.route('**/api/agent/do', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { quote: object }; // CAST: as the service answers.
      const quote = { ...body.quote, svcRouteFee: '5000' };
      await route.fulfill({ response: answer, json: { ...body, quote } });
    });
    await review(page);
    await page.getByText('numbers are new').waitFor();
  });

  it('asks a wallet for nothing if the service asks to sign something else', async () => {
    const { page, stand } = await connected();
    await page.route('**/api/agent/do', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as {
        signRequest: { eip712: { message: { permitted: { amount: string } } } };
      }; // CAST: as the service answers.
      body.signRequest.eip712.message.permitted.amount = '9000000';
      await route.fulfill({ response: answer, json: body });
    });
    await review(page);
    await page.getByRole('button', { name: 'Sign and move 5 USDC' }).click();

    await page.getByText('Not signed: the service asked for something else').waitFor();
    expect(stand.asked).not.to.include('eth_signTypedData_v4');
  });

  it('shows what is missing before anything can be signed, and moves once it is there', async () => {
    const { page, wallet, stand } = await connected();
    await page.getByLabel('Amount').fill('11');

    await page.getByText('More than the 10 USDC you have').waitFor();
    await page.getByText('What stands in the way', { exact: true }).waitFor();
    await until('a button that signs nothing', async () =>
      page.getByRole('button', { name: 'See to what stands in the way' }).isDisabled(),
    );
    const alert = page.getByRole('alert').filter({ hasText: 'What stands in the way' });
    expect(await alert.locator('.todo').first().innerText()).to.match(/\S/);
    expect(stand.asked).not.to.include('eth_signTypedData_v4');

    await review(page, '10');
    await page.getByRole('button', { name: 'Sign and move 10 USDC' }).click();
    await page.getByRole('heading', { level: 1, name: '9.992 USDC delivered' }).waitFor();
    expect(await arrivedOn(wallet)).to.equal(9_992_000n);
  });

  it('is possible by keyboard alone', async () => {
    opened = await openConsole(browser, `${served().url}/`);
    const { page } = opened;
    const focusOn = async (name: string): Promise<void> => {
      for (let presses = 0; presses < 60; presses += 1) {
        await page.keyboard.press('Tab');
        const text = await page.evaluate(
          `(() => { const one = document.activeElement; return one.labels?.[0]?.innerText ?? one.innerText ?? ''; })()`,
        );
        if (String(text).trim().startsWith(name)) return;
      }
      throw new Error(`${name} is not reached by Tab`);
    };
    await page.getByRole('button', { name: 'Make a throw-away wallet' }).waitFor();
    await focusOn('Make a throw-away wallet');
    await page.keyboard.press('Enter');
    await page.getByText('1,000 USDC').waitFor();
    await until('the wallet to be read out', async () =>
      page.evaluate(`document.activeElement?.getAttribute('aria-label') === 'Your wallet'`),
    );
    await focusOn('Amount');
    await page.keyboard.type('2');
    await page.getByRole('button', { name: 'Review and sign', disabled: false }).waitFor();
    await focusOn('Review and sign');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Sign and move 2 USDC' }).waitFor();
    await focusOn('Sign and move 2 USDC');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: /delivered/ }).waitFor();
    await until('the heading to be read out', async () =>
      page.evaluate(`document.activeElement?.tagName === 'H1'`),
    );
  });
});

import { textField } from '@interline/cli';
import type { AccountRefunds, OwnAccount } from '@interline/client';
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { agentScene, signedBody } from '../../agents/agent-scene.ts';
import { outcomeOf } from '../../agents/outcome-of.ts';
import { mandateScene, openMandate, register } from '../../mandates/mandate-scene.ts';
import { chromiumOrSkip } from '../../support/chromium.ts';
import { endOfRoute } from '../../support/end-of-route.ts';
import { freshWallet } from '../../support/fresh-wallet.ts';
import { type Harness, startHarness } from '../../support/harness.ts';
import { freshPayer, type Payer, send } from '../../support/payer.ts';
import { axeIn } from './axe-in.ts';
import { type OpenConsole, openConsole, stripPrefix } from './console-house.ts';
import { pictureOf } from './picture-of.ts';
import { announceIn, walletOf, type WalletInPage } from './wallet-in-page.ts';

describe("a wallet's own account, on the page of routes", () => {
  let browser: Browser;
  let harness: Harness | undefined;
  let proxy: Awaited<ReturnType<typeof stripPrefix>>;
  let payer: Payer;
  let id = '';
  before(async function () {
    browser = await chromiumOrSkip(this);
    // Wallets sign in at an origin that the service is known by, and its own port is chosen late.
    proxy = await stripPrefix(() => harness?.url ?? '', '');
    harness = await startHarness({ accountOrigins: [new URL(proxy.url).origin] });
    payer = await freshPayer(harness, 8453, 5_000_000n);
    const { receipt } = await send(harness, payer, { from: 8453, to: 42161, units: 5_000_000n });
    id = textField(receipt, 'id');
    await endOfRoute(harness.client, id);
  });
  after(async () => {
    if (harness === undefined) return;
    await browser.close();
    await proxy.close();
    await harness.stop();
  });

  let opened: OpenConsole | undefined;
  afterEach(async function () {
    if (opened === undefined) return;
    if (this.currentTest?.state === 'failed')
      await pictureOf(opened.page, `failed ${this.currentTest.title}`);
    await opened.page.close();
  });

  const signInButton = (page: Page) => page.getByRole('button', { name: /^Sign in with 0x/ });
  const until = (page: Page) => page.getByText(/^Signed in as 0x.* in this tab alone\.$/);

  /** The page of routes, with the wallet that paid connected. */
  async function connected(
    change: (stand: WalletInPage) => void = () => undefined,
    {
      prepare = async () => undefined,
      ...how
    }: {
      readonly width?: number;
      readonly colorScheme?: 'light' | 'dark';
      readonly prepare?: (page: Page) => Promise<unknown>;
    } = {},
  ) {
    const stand = walletOf(payer.wallet, 8453);
    change(stand);
    opened = await openConsole(browser, `${proxy.url}#/routes`, {
      ...how,
      async prepare(page) {
        await announceIn(page, payer.wallet, stand);
        await prepare(page);
      },
    });
    const { page } = opened;
    await page.getByText('Your wallet: its routes, refunds').click();
    await page.getByRole('button', { name: 'Connect Stand-in' }).click();
    await signInButton(page).waitFor();
    return { ...opened, stand };
  }

  it('is signed in to by one text that moves nothing, and shows what it paid for', async () => {
    const texts: string[] = [];
    const { page, stand, violations, realTroubles } = await connected((one) => {
      one.answer = (method, params) => {
        if (method === 'personal_sign')
          texts.push(Buffer.from(String(params[0]).slice(2), 'hex').toString());
        return null;
      };
    });
    await page.getByText('It moves nothing and costs nothing').waitFor();
    await signInButton(page).click();
    await until(page).waitFor();
    const own = page.locator('details.card', { hasText: 'What this wallet paid for' });
    await own.getByText('5 USDC').waitFor();

    expect(texts).to.have.length(1);
    expect(texts[0]).to.match(
      new RegExp(`^${new URL(page.url()).host} wants you to sign in with your Ethereum account:`),
    );
    expect(texts[0]).to.contain('- urn:interline:scope:account.read');
    expect(stand.asked).not.to.include('eth_signTypedData_v4');
    await page.getByText('Open 0, delivered 1, ended otherwise 0').waitFor();
    await page.getByText('Nothing waits to go back to you.').waitFor();
    await page.getByText('Nothing came back, and nothing is held.').waitFor();
    expect(await page.evaluate('JSON.stringify(localStorage)')).not.to.contain('sess_');
    expect(await page.content()).not.to.contain('sess_');
    expect(await violations()).to.deep.equal([]);
    expect(realTroubles()).to.deep.equal([]);
    await own.getByText('5 USDC').click();
    await page.getByRole('heading', { level: 1, name: '4.996 USDC delivered' }).waitFor();
    expect(page.url()).to.contain(id);
  });

  it('shows what an agent wants to send, in lines that a phone has room for, and lets it pass once on a press', async () => {
    if (harness === undefined) return;
    const policy = { approveAbove: '50' };
    const scene = await agentScene(harness, policy, 2_000_000n, payer.wallet);
    const body = await signedBody(harness, scene);
    const asked = await outcomeOf(scene.agent.call('POST /api/route/execute', { body }));
    const { page } = await connected(undefined, { width: 375 });
    await signInButton(page).click();
    const waits = page.getByText('Your agents wait for your word');
    await waits.waitFor();
    const line = page.getByText(/Pays invoices asks to send it from Base to 0x.* on Arbitrum/);
    const text = await line.textContent();
    const { width = 0 } = (await line.boundingBox()) ?? {};
    await page.getByRole('button', { name: 'Let it pass once' }).click();
    await waits.waitFor({ state: 'detached' });
    const passed = await outcomeOf(scene.agent.call('POST /api/route/execute', { body }));

    expect(asked.code).to.equal('APPROVAL_REQUIRED');
    expect(width).to.be.within(200, 375);
    expect(text).to.include('1 USDC');
    expect(text).to.include(`to ${payer.wallet.address.toLowerCase()} on Arbitrum`);
    expect(text).to.include('at least 0.9992 USDC arrives');
    expect(passed.status).to.equal(200);
  });

  it('lists its agents and mandates once they are unfolded, freezes the one and revokes the other', async () => {
    if (harness === undefined) return;
    const scene = await mandateScene(harness, 100_000_000n, payer.wallet);
    const { id } = await register(scene, await openMandate(scene));
    const asked: string[] = [];
    const { page, violations } = await connected(undefined, {
      prepare: async (one) =>
        one.on('request', (request) => asked.push(new URL(request.url()).pathname)),
    });
    await signInButton(page).click();
    await until(page).waitFor();
    const before = asked.filter((path) => path === '/api/mandates').length;
    await page.getByText('Your agents, and what they may pay').click();
    await page.getByText('100 USDC on Base at most, whatever happens.').waitFor();
    await page.getByText('100 of 100 USD left').waitFor();
    const faults = await violations();
    await page.getByRole('button', { name: 'Freeze Shops' }).click();
    await page.getByRole('button', { name: 'Let Shops go on' }).waitFor();
    await page.getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.getByText('Nothing more is paid under it.').waitFor();
    const kept = await scene.owner.call('GET /api/mandates/{id}', { params: { id } });
    const asking = await violations();
    await pictureOf(page, 'account with a mandate');
    await page.getByRole('button', { name: 'Revoke it for good' }).click();
    await page.getByText('Revoked', { exact: true }).waitFor();
    const revoked = await scene.owner.call('GET /api/mandates/{id}', { params: { id } });
    const { items } = await scene.owner.call('GET /api/agents', {});

    expect([before, kept.state, revoked.state]).to.deep.equal([0, 'active', 'revoked']);
    expect(items.find(({ name }) => name === 'Shops')?.state).to.equal('frozen');
    expect([faults, asking]).to.deep.equal([[], []]);
  });

  it('is closed by its button, by another account and by a reload; no token is kept', async () => {
    const ended: string[] = [];
    const { page, stand } = await connected(undefined, {
      prepare: async (one) =>
        one.on('request', (request) => {
          if (request.method() === 'DELETE') ended.push(new URL(request.url()).pathname);
        }),
    });
    await signInButton(page).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await signInButton(page).waitFor();
    expect(await page.getByText('What this wallet paid for').count()).to.equal(0);

    await signInButton(page).click();
    await until(page).waitFor();
    stand.account = freshWallet().address;
    await page.evaluate(`window.__emit('accountsChanged', ['${stand.account}'])`);
    await until(page).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: `Sign in with ${stand.account.slice(0, 6)}` }).waitFor();
    expect(ended).to.deep.equal(['/api/account/session', '/api/account/session']);
    await page.reload();
    await page.getByText('Your wallet: its routes, refunds').click();
    await page.getByText('Connect the wallet that paid').waitFor();
  });

  it('stays closed if the wallet declines, and reports a session that has expired', async () => {
    let isWilling = false;
    const { page } = await connected((one) => {
      one.answer = (method) =>
        method === 'personal_sign' && !isWilling
          ? { error: { code: 4001, message: 'User rejected the request.' } }
          : null;
    });
    await signInButton(page).click();
    await page.getByText('You declined. Nothing moved.').waitFor();
    isWilling = true;
    await page.route('**/api/account', (route) =>
      route.fulfill({ status: 401, json: { errorCode: 'SESSION_EXPIRED', error: 'over' } }),
    );
    await signInButton(page).click();
    await page.getByText('Your sign-in is over').waitFor();
    await signInButton(page).waitFor();
  });

  /** What cannot be had in a hurry: refunds, of each kind, and more than a page of them. */
  async function pretend(page: Page): Promise<void> {
    const token = { chainId: 8453, token: `0x${'aa'.repeat(20)}`, amount: '2000000' };
    const routeId = (at: number): string => `rt_${at.toString(16).padStart(32, '0')}`;
    const sheet: Partial<OwnAccount> = { owed: [{ ...token, routeId: routeId(1) }] };
    await page.route('**/api/account', async (route) => {
      const answer = await route.fetch();
      const own = (await answer.json()) as object; // CAST: as it is answered.
      await route.fulfill({ response: answer, json: { ...own, ...sheet } });
    });
    await page.route('**/api/account/refunds?*', (route) => {
      const isFirst = !route.request().url().includes('next=');
      const held = { ...token, refundTx: null, state: 'held' } as const;
      const json: AccountRefunds = isFirst
        ? {
            items: [
              { ...held, routeId: routeId(1), heldReason: 'refused' },
              { ...held, routeId: routeId(2), heldReason: 'no-address' },
            ],
            next: 'more',
          }
        : {
            items: [
              {
                ...{ ...token, routeId: routeId(3), refundTx: `0x${'5e'.repeat(32)}` },
                ...{ state: 'sent', heldReason: null },
              },
            ],
            next: null,
          };
      return route.fulfill({ json });
    });
  }

  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1_280, 375])
      it(`says what is owed and what came back, with nothing that axe finds, in ${colorScheme} and ${width} pixels wide`, async () => {
        const { page } = await connected(undefined, { colorScheme, width, prepare: pretend });
        expect(await axeIn(page)).to.deep.equal([]);
        await signInButton(page).click();
        await page.getByText('Waits to go back to you').waitFor();
        // Of a token that the deployment does not list no decimals are known.
        await page.getByRole('link', { name: '2000000 units on Base' }).waitFor();
        await page.getByText('The token refuses to pay you.').waitFor();
        await page.getByRole('button', { name: 'Show more' }).click();
        await page.getByText('Sent back', { exact: true }).waitFor();
        expect(await page.getByRole('button', { name: 'Show more' }).count()).to.equal(0);

        await pictureOf(page, `account ${colorScheme} ${width}`);
        expect(await axeIn(page)).to.deep.equal([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(width);
      });
});

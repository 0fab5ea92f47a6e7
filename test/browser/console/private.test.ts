import { type Devnet, startDevnet } from '@interline/devnet';
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { chromiumOrSkip } from '../../support/chromium.ts';
import { type Harness, startHarness } from '../../support/harness.ts';
import { until } from '../../support/until.ts';
import { axeIn } from './axe-in.ts';
import { type OpenConsole, openConsole } from './console-house.ts';
import { pictureOf } from './picture-of.ts';

/** Paths of the service that name a transfer or who asks for it. */
const tellingPaths =
  /^\/api\/(route\/(quote|compare|preflight|execute|status|stream)|agent|balance|plus)/;

/** The service with its relay, and a mint and a lane whose logs three witnesses cosign. */
describe('the console that asks privately', () => {
  let browser: Browser;
  let devnet: Devnet | undefined;
  let harness: Harness;
  let relay = '';
  before(async function () {
    browser = await chromiumOrSkip(this);
    devnet = await startDevnet({ chainIds: [8453, 42161], port: 0, witnesses: 3 });
    harness = await startHarness({ devnet });
    await until('a log of the lane that its witnesses cosigned', async () => {
      const { log, relays } = (await harness.client.get('/api/ohttp/keys')) as {
        log: object | null;
        relays: readonly { url: string }[];
      }; // CAST: as the service answers.
      relay = new URL(relays[0]?.url ?? '').origin;
      return log !== null;
    });
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

  const open = async (
    hash: string,
    options: Parameters<typeof openConsole>[2] = {},
  ): Promise<Page> => {
    opened = await openConsole(browser, `${harness.url}/${hash}`, options);
    return opened.page;
  };

  it('takes passes, and spends them on questions that reach the relay and never the service', async () => {
    const page = await open('#/passes');
    await page.getByText('0 passes', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Take 20 for nothing' }).click();
    await page.getByText('20 passes', { exact: true }).waitFor();
    await page.getByText('What the mint shows').click();
    await page.getByText('Its head is signed both ways').waitFor();
    await page.getByLabel('Spend passes').selectOption('each');

    const seen = sentBy(page);
    await page.getByRole('link', { name: 'Move', exact: true }).click();
    await page.getByRole('switch', { name: 'Ask privately' }).check();
    await page.getByText('Not hidden:', { exact: true }).waitFor();
    await page.getByLabel('Amount').fill('5');
    await page.getByRole('button', { name: 'Ask for offers' }).click();
    await page.locator('.arrives').getByText('USDC').waitFor();
    await page.getByRole('link', { name: '19 passes' }).waitFor();
    await page.getByRole('button', { name: 'Ask again' }).click();
    await page.getByRole('link', { name: '18 passes' }).waitFor();

    expect(telling(seen.toService)).to.deep.equal([]);
    // Posture and two prices, each as long as any other; a service that was just started has some sent again.
    expect(seen.toRelay).to.have.length.above(2);
    expect(new Set(seen.toRelay)).to.deep.equal(new Set([17_527]));
    expect([...(opened?.origins ?? [])].sort()).to.deep.equal([harness.url, relay].sort());
    expect(await opened?.violations()).to.deep.equal([]);
  });

  it('spends no pass on what is typed, nor on another page and back, and keeps the offer', async () => {
    const page = await open('#/passes');
    await page.getByRole('button', { name: 'Take 20 for nothing' }).click();
    await page.getByText('20 passes', { exact: true }).waitFor();
    await page.getByLabel('Spend passes').selectOption('each');
    await page.getByRole('link', { name: 'Move', exact: true }).click();
    await page.getByRole('switch', { name: 'Ask privately' }).check();
    await page.getByRole('button', { name: 'Make a throw-away wallet' }).click();
    await page.getByText('1,000 USDC').waitFor();
    await page.clock.install();
    for (const amount of ['1', '12', '123']) {
      await page.getByLabel('Amount').fill(amount);
      await page.clock.runFor(1_000);
    }
    await page.getByRole('button', { name: 'Ask for offers' }).click();
    // The prices, and what stands in the way.
    await page.getByRole('link', { name: '18 passes' }).waitFor();
    const offered = await page.locator('.arrives').innerText();

    await page.getByRole('link', { name: 'Routes', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Routes' }).waitFor();
    await page.getByRole('link', { name: 'Move', exact: true }).click();
    await page.getByRole('button', { name: 'Review and sign', disabled: false }).waitFor();

    expect(await page.locator('.arrives').innerText()).to.equal(offered);
    await page.getByRole('link', { name: '18 passes' }).waitFor();
  });

  it('moves money without a request to the service itself, until its route is followed', async () => {
    const page = await open('');
    await page.getByRole('switch', { name: 'Ask privately' }).check();
    await page.getByText('Not hidden:', { exact: true }).waitFor();
    const seen = sentBy(page);
    await page.getByRole('button', { name: 'Make a throw-away wallet' }).click();
    await page.getByText('1,000 USDC').waitFor();
    await page.getByLabel('Amount').fill('5');
    expect(await page.getByRole('button', { name: 'Rehearse it' }).count()).to.equal(0);
    await page.getByRole('button', { name: 'Ask for offers' }).click();
    await page.getByRole('button', { name: 'Review and sign' }).click();
    await page.getByRole('button', { name: 'Sign and move 5 USDC' }).click();
    await page.getByRole('heading', { level: 2, name: 'The service took it' }).waitFor();
    await pictureOf(page, 'private accepted');
    expect(await axeIn(page)).to.deep.equal([]);

    expect(telling(seen.toService)).to.deep.equal([]);
    await page.getByRole('link', { name: 'Open it all the same' }).click();
    await page.getByRole('heading', { level: 1, name: /USDC delivered$/ }).waitFor();
    expect(opened?.realTroubles()).to.deep.equal([]);
  });

  it('takes no pass of a mint whose head was tampered with, and blinds nothing for it', async () => {
    const page = await open('#/passes', {
      async prepare(before) {
        await before.route('**/api/plus/mint-head', async (route) => {
          const answer = await route.fetch();
          const view = (await answer.json()) as { head: { thumb: string } }; // CAST: it has one.
          const thumb = view.head.thumb.replace(/^./, (one) => (one === 'A' ? 'B' : 'A'));
          await route.fulfill({
            response: answer,
            json: { ...view, head: { ...view.head, thumb } },
          });
        });
      },
    });
    const seen = sentBy(page);
    await page.getByRole('button', { name: 'Take 20 for nothing' }).click();
    const alert = page.getByRole('alert');
    await alert.waitFor();

    expect(await alert.innerText()).to.contain('nothing was blinded for this mint');
    expect(await alert.locator('li').allInnerTexts()).to.have.length(3);
    expect(await alert.innerText()).to.contain('it may be for you alone');
    expect(seen.toService.some((path) => path.includes('/plus/trial'))).to.equal(false);
    await page.getByText('0 passes', { exact: true }).waitFor();
    await pictureOf(page, 'passes refused');
    expect(await axeIn(page)).to.deep.equal([]);
  });

  it('says what stays visible in the words of the posture of that very way', async () => {
    const page = await open('');
    await page.getByRole('switch', { name: 'Ask privately' }).check();
    await page.getByText(/^All that is not hidden/).click();
    const card = page.getByRole('region', { name: 'Ask privately' });
    const { stillPublic } = await harness.client.get('/api/privacy/posture');

    const words = (stillPublic as readonly string[]).filter(
      (one) => !one.startsWith('Your address and'),
    );
    for (const one of words) expect(await card.innerText()).to.contain(one);
    // Said of the lane alone: had it been asked directly, it would not be there.
    expect(await card.innerText()).to.contain('Your address at your first use of the private lane');
    expect(await card.innerText()).not.to.contain('Your address and this request, to us.');
    expect(await card.innerText()).to.contain('sent through a relay of the devnet');
    expect(await card.innerText()).to.contain('run by the same people here');
  });

  it('sends no question if no relay answers, and shows why', async () => {
    const page = await open('', {
      async prepare(before) {
        await before.route(`${relay}/**`, (route) => route.abort());
      },
    });
    await page.getByRole('switch', { name: 'Ask privately' }).check();
    const seen = sentBy(page);
    await page.getByLabel('Amount').fill('5');
    await page.getByRole('button', { name: 'Ask for offers' }).click();

    await page.getByText('It could not be asked privately').nth(1).waitFor();
    await page
      .getByText(/No relay answers at/)
      .first()
      .waitFor();
    expect(telling(seen.toService)).to.deep.equal([]);
  });

  it('sends no question if the keys of the lane are in a different log than the one it saw', async () => {
    const page = await open('');
    await page.getByRole('switch', { name: 'Ask privately' }).check();
    await page.getByText('Not hidden:', { exact: true }).waitFor();
    await page.evaluate(
      `localStorage.setItem('interline.lane', localStorage.getItem('interline.lane').replace(/"root":"[^"]*"/, '"root":"another"'))`,
    );
    await page.reload();
    const seen = sentBy(page);
    await page.getByLabel('Amount').fill('5');
    await page.getByRole('button', { name: 'Ask for offers' }).click();
    await page.getByText('there are two logs').nth(1).waitFor();

    expect([telling(seen.toService), seen.toRelay]).to.deep.equal([[], []]);
    await page.getByRole('link', { name: /forget what this browser saw$/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Passes' }).waitFor();
  });

  it('keeps how it asks through a reload, and forgets all of it at once', async () => {
    const page = await open('#/passes');
    await page.getByRole('button', { name: 'Take 20 for nothing' }).click();
    await page.getByText('20 passes', { exact: true }).waitFor();
    await page.goto(`${harness.url}/#/`);
    await page.getByRole('switch', { name: 'Ask privately' }).focus();
    await page.keyboard.press('Space');
    await page.getByText('Not hidden:', { exact: true }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Make a throw-away wallet' }).click();
    await page.getByText('1,000 USDC').waitFor();
    await page.getByLabel('Amount').fill('5');
    await page.getByRole('link', { name: '20 passes' }).click();
    await page.getByRole('button', { name: 'Forget all of it' }).click();
    await page.getByRole('button', { name: 'Keep it' }).click();
    await page.getByText('20 passes', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Forget all of it' }).click();
    await page.getByRole('button', { name: 'Yes, forget it and lose 20 passes' }).click();
    await page.getByText('Forgotten.').waitFor();

    await page.getByText('0 passes', { exact: true }).waitFor();
    expect(await page.evaluate('Object.keys(localStorage)')).to.deep.equal([]);
    const seen = sentBy(page);
    await page.getByRole('link', { name: 'Move', exact: true }).click();
    expect(await page.getByRole('switch', { name: 'Ask privately' }).isChecked()).to.equal(false);
    await page.getByRole('button', { name: 'Make a throw-away wallet' }).waitFor();
    expect(await page.getByLabel('Amount').inputValue()).to.equal('');
    expect(telling(seen.toService)).to.deep.equal([]);
  });

  it('is switched on in every open tab, and off only in the tab that switches it off, until another reloads', async () => {
    const page = await open('');
    const opening = page.waitForEvent('popup');
    await page.evaluate(`void window.open('#/passes')`);
    const other = await opening;
    await other.getByText('0 passes', { exact: true }).waitFor();
    const isPrivate = page.getByRole('switch', { name: 'Ask privately' });
    await isPrivate.check();
    await other
      .getByText('You ask privately, so the service does not see who takes them')
      .waitFor();
    await other.getByLabel('Spend passes').selectOption('each');
    await page.reload();
    expect(await isPrivate.isChecked()).to.equal(true);

    await page.getByLabel('Amount').fill('5');
    await page.getByRole('button', { name: 'Ask for offers' }).click();
    await page.locator('.arrives').getByText('USDC').waitFor();
    const seen = sentBy(page);
    await page.evaluate(
      `void (window.heard = new Promise((hear) => addEventListener('storage', () => hear())))`,
    );
    await other.getByRole('link', { name: 'Move', exact: true }).click();
    await other.getByRole('switch', { name: 'Ask privately' }).uncheck();
    await page.evaluate('window.heard');
    expect(await isPrivate.isChecked()).to.equal(true);
    await page.getByRole('button', { name: 'Ask again' }).click();
    await page.getByText('Asked at').waitFor();
    expect(telling(seen.toService)).to.deep.equal([]);
    await page.reload();
    expect(await isPrivate.isChecked()).to.equal(false);
    await other.close();
  });

  it('may connect to the service and its relay, and to nothing else', async () => {
    const answer = await fetch(`${harness.url}/`, { headers: { accept: 'text/html' } });
    expect(answer.headers.get('content-security-policy')).to.contain(
      `connect-src 'self' ${relay};`,
    );
    const page = await open('');
    const elsewhere = await page.evaluate<string>(
      `fetch('http://127.0.0.1:9/').then(() => 'sent', (error) => error.name)`,
    );

    expect(elsewhere).to.equal('TypeError');
    expect(await opened?.violations()).to.deep.equal(['connect-src http://127.0.0.1:9/']);
  });

  it('has nothing that axe finds, in light and dark, wide and narrow, and does not scroll sideways', async () => {
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [1_280, 375]) {
        const page = await open('#/passes', { colorScheme, width });
        await page.getByRole('button', { name: 'Take 20 for nothing' }).click();
        await page.getByText('20 passes were taken').waitFor();
        await page.getByText('What the mint shows').click();
        await page.getByRole('button', { name: 'Forget all of it' }).click();
        await looksRight(page, `passes ${colorScheme} ${width}`, width);

        await page.goto(`${harness.url}/#/`);
        await page.getByRole('switch', { name: 'Ask privately' }).check();
        await page.getByLabel('Amount').fill('5');
        await page.getByRole('button', { name: 'Ask for offers' }).click();
        await page.getByText(/^All that is not hidden/).click();
        await page.locator('.arrives').getByText('USDC').waitFor();
        await looksRight(page, `private ${colorScheme} ${width}`, width);
        await page.close();
      }
  });

  async function looksRight(page: Page, name: string, width: number): Promise<void> {
    await pictureOf(page, name);
    expect(await axeIn(page), name).to.deep.equal([]);
    expect(await opened?.violations(), name).to.deep.equal([]);
    expect(await page.evaluate('document.documentElement.scrollWidth'), name).to.equal(width);
  }

  /** What the page sends from now on: the paths that the service sees, and how long what the relay sees is. */
  function sentBy(page: Page): { readonly toService: string[]; readonly toRelay: number[] } {
    const seen = { toService: [] as string[], toRelay: [] as number[] };
    page.on('request', (request) => {
      const { origin, pathname } = new URL(request.url());
      if (origin === relay) seen.toRelay.push(request.postDataBuffer()?.length ?? 0);
      else seen.toService.push(pathname);
    });
    return seen;
  }
});

function telling(paths: readonly string[]): readonly string[] {
  return paths.filter((path) => tellingPaths.test(path));
}

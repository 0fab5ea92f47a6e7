import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { chromiumOrSkip } from '../../support/chromium.ts';
import { endOfRoute } from '../../support/end-of-route.ts';
import { type Harness, startHarness } from '../../support/harness.ts';
import { freshPayer, send } from '../../support/payer.ts';
import { axeIn } from './axe-in.ts';
import { pictureOf } from './picture-of.ts';
import { type OpenConsole, openConsole } from './console-house.ts';

describe('the pages of the console', () => {
  let browser: Browser;
  let harness: Harness | undefined;
  let routeId = '';
  before(async function () {
    browser = await chromiumOrSkip(this);
    harness = await startHarness();
    const payer = await freshPayer(harness, 8453, 5_000_000n);
    const sent = await send(harness, payer, { from: 8453, to: 42161, units: 5_000_000n });
    routeId = String(sent.receipt['id']);
    await endOfRoute(harness.client, routeId);
  });
  after(async () => {
    if (harness === undefined) return;
    await browser.close();
    await harness.stop();
  });

  let opened: OpenConsole | undefined;
  afterEach(async () => opened?.page.close());

  /** Each page, and what is there once it is whole. */
  const pages = (): readonly (readonly [name: string, hash: string, whole: string])[] => [
    ['move', '#/', 'Make a throw-away wallet'],
    ['route', `#/route/${routeId}`, 'As quoted, to the last unit'],
    ['routes', '#/routes', "Everybody's latest"],
    ['unknown route', `#/route/rt_${'0'.repeat(32)}`, 'No route has this id'],
    ['unknown page', '#/nowhere', 'There is no such page'],
  ];

  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1_280, 375])
      it(`have nothing that axe finds, in ${colorScheme} and ${width} pixels wide`, async () => {
        for (const [name, hash, whole] of pages()) {
          opened = await openConsole(browser, `${harness?.url}/${hash}`, { colorScheme, width });
          await opened.page.getByText(whole).first().waitFor();

          await pictureOf(opened.page, `${name} ${colorScheme} ${width}`);
          expect(await axeIn(opened.page), name).to.deep.equal([]);
          expect(await opened.violations(), name).to.deep.equal([]);
          expect([...opened.origins], name).to.deep.equal([harness?.url]);
          await opened.page.close();
        }
      });

  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1_280, 375])
      it(`have nothing that axe finds while money is moved, in ${colorScheme} and ${width} pixels wide`, async () => {
        opened = await openConsole(browser, `${harness?.url}/`, { colorScheme, width });
        const { page } = opened;
        const look = async (state: string): Promise<void> => {
          await pictureOf(page, `${state} ${colorScheme} ${width}`);
          expect(await axeIn(page), state).to.deep.equal([]);
        };
        await page.getByRole('button', { name: 'Make a throw-away wallet' }).click();
        await page.getByText('1,000 USDC').waitFor();
        await page.getByLabel('Amount').fill('5000');
        await page.getByText('What stands in the way', { exact: true }).waitFor();
        await page.getByText('Every way that was asked').click();
        await look('move blocked');
        await page.getByLabel('Amount').fill('5');
        await page.getByRole('button', { name: 'Review and sign', disabled: false }).waitFor();
        await look('move offer');
        await page.getByRole('button', { name: 'Review and sign' }).click();
        await page.getByRole('button', { name: /^Sign and move/ }).waitFor();
        await look('move review');
        await page.route('**/api/**', (route) => route.abort());
        await page.goto(`${harness?.url}/#/routes`);
        await page.getByText('The service does not answer').first().waitFor();
        await look('routes without the service');
      });

  it('do not scroll sideways, however narrow', async () => {
    for (const width of [320, 375, 1_280])
      for (const [name, hash, whole] of pages()) {
        opened = await openConsole(browser, `${harness?.url}/${hash}`, { width });
        await opened.page.getByText(whole).first().waitFor();
        if (name === 'route') await opened.page.getByText('The receipt as the service').click();

        expect(
          await opened.page.evaluate('document.documentElement.scrollWidth'),
          `${name} at ${width}`,
        ).to.equal(width);
        for (const link of await opened.page.locator('.head nav a').all())
          expect((await link.boundingBox())?.height, `${name} at ${width}`).to.equal(44);
        await opened.page.close();
      }
  });

  it('do not scroll sideways for a word from the service that is as long as a page', async () => {
    const long = 'W'.repeat(400);
    opened = await openConsole(browser, `${harness?.url}/#/routes`, {
      width: 375,
      async prepare(page) {
        const change = async (path: string, by: (said: never) => object): Promise<void> => {
          await page.route(path, async (route) => {
            const answer = await route.fetch();
            await route.fulfill({ response: answer, json: by((await answer.json()) as never) });
          });
        }; // CAST: as the service answers.
        await change('**/api/routes/recent?*', (said: { routes: readonly object[] }) => ({
          ...said,
          routes: said.routes.map((one) => ({ ...one, lane: long, asset: long, rail: long })),
        }));
        await change('**/api/route/compare', (said: { quotes: readonly object[] }) => ({
          ...said,
          quotes: said.quotes.flatMap((one) => [
            { ...one, rail: long },
            { ...one, rail: `${long}2`, ok: false, reason: long, errorCode: long },
          ]),
        }));
        await change('**/api/route/status?*', (said: { from: object }) => ({
          ...{ ...said, status: 'FAILED', stage: long, bridge: long },
          from: { ...said.from, symbol: long },
          failure: { error: long, suggestedAction: long, errorCode: long, retryable: false },
          refusals: [{ rail: long, reason: long, code: long }],
        }));
      },
    });
    const { page } = opened;
    const wide = async (hash: string): Promise<unknown> => {
      await page.goto(`${harness?.url}/${hash}`);
      if (hash === '#/') await page.getByLabel('Amount').fill('5');
      await page.getByText('WWWW').first().waitFor();
      await pictureOf(page, `long words ${hash.split('/')[1]}`);
      return page.evaluate('document.documentElement.scrollWidth');
    };

    expect([
      await wide('#/routes'),
      await wide(`#/route/${routeId}`),
      await wide('#/'),
    ]).to.deep.equal([375, 375, 375]);
  });

  it('find a route by its id, by a link to it, and by a hash of its transaction', async () => {
    opened = await openConsole(browser, `${harness?.url}/#/routes`);
    const { page } = opened;
    const field = page.getByLabel('Id, link or transaction hash');
    const find = page.getByRole('button', { name: 'Find' });

    await field.fill('something');
    await find.click();
    await page.getByRole('alert').waitFor();
    await field.fill(`https://relay.example/#/route/${routeId}`);
    await find.click();
    await page.getByRole('heading', { level: 1, name: '4.996 USDC delivered' }).waitFor();
    const receipt = await harness?.client.get(`/api/route/status?id=${routeId}`);
    await page.goto(`${harness?.url}/#/routes`);
    await field.fill(String(receipt?.['srcTx']));
    await find.click();
    await page.getByText('It took the money in on Base').waitFor();
    expect(await page.locator('main').innerText()).not.to.contain(routeId);
  });

  it('show how long the ways took, as a picture that is read out too', async () => {
    opened = await openConsole(browser, `${harness?.url}/#/routes`);
    const picture = opened.page.locator('svg.times').first();
    await picture.waitFor();

    expect(await picture.getAttribute('aria-label')).to.match(
      /^How long deliveries by stock took: 1 up to \d+ s$/,
    );
  });

  it('say that the service does not answer, keep what they show, and go on once it does', async () => {
    opened = await openConsole(browser, `${harness?.url}/#/routes`);
    const { page } = opened;
    await page.getByText('Base \u2192 Arbitrum One').waitFor();
    await page.route('**/api/**', (route) => route.abort());
    await page.getByText('The service does not answer').first().waitFor();
    expect(await page.getByText('Base \u2192 Arbitrum One').count()).to.equal(1);

    await page.unroute('**/api/**');
    await page.getByText('The service does not answer').first().waitFor({ state: 'detached' });
  });

  for (const status of [429, 503])
    it(`go on by themselves once a proxy's own ${status} is over`, async () => {
      let isOver = false;
      opened = await openConsole(browser, `${harness?.url}/`, {
        async prepare(page) {
          await page.route('**/api/**', (route) =>
            isOver ? route.continue() : route.fulfill({ status, json: { message: 'not now' } }),
          );
        },
      });
      const { page } = opened;
      await page.getByText('The service does not answer').first().waitFor();

      isOver = true;
      await page.getByRole('button', { name: 'Make a throw-away wallet' }).waitFor();
    });

  it('keep what is typed in the moment that the form is there', async () => {
    opened = await openConsole(browser, `${harness?.url}/`, {
      async prepare(page) {
        await page.addInitScript(`
          new MutationObserver((_changes, observer) => {
            const field = document.querySelector('input.sum');
            if (field === null) return;
            observer.disconnect();
            field.value = '5';
            field.dispatchEvent(new Event('input', { bubbles: true }));
          }).observe(document, { childList: true, subtree: true });`);
      },
    });
    const { page } = opened;
    await page.getByText('4.996', { exact: false }).first().waitFor();

    expect(await page.getByLabel('Amount').inputValue()).to.equal('5');
  });

  it('read a refusal out with what to do, its code and the id of the request', async () => {
    opened = await openConsole(browser, `${harness?.url}/`, {
      async prepare(page) {
        const json = {
          error: 'the store does not answer',
          errorCode: 'STORE_DOWN',
          retryable: true,
          retryAfterMs: 1_000,
          suggestedAction: 'Ask again in a moment.',
          requestId: 'abc123',
        };
        await page.route('**/api/route/compare', (route) => route.fulfill({ status: 503, json }));
      },
    });
    const { page } = opened;
    await page.getByLabel('Amount').fill('5');
    const alert = page.getByRole('alert');
    await alert.waitFor();

    expect(await alert.locator('strong').first().innerText()).to.equal('That did not work');
    for (const text of [
      'The store does not answer.',
      'Ask again in a moment.',
      'STORE_DOWN',
      'abc123',
    ])
      expect(await alert.innerText()).to.contain(text);
    await page.getByRole('button', { name: 'Try again', exact: true }).waitFor();
  });

  it('are painted, and say after how long: five visits', async () => {
    const paints: number[] = [];
    for (let at = 0; at < 5; at += 1) {
      opened = await openConsole(browser, `${harness?.url}/`);
      await opened.page.getByRole('heading', { level: 1 }).waitFor();
      const ms = await opened.page.evaluate(
        `performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN`,
      );
      paints.push(Number(ms));
      await opened.page.close();
    }
    const middle = paints.sort((a, b) => a - b)[2] ?? Number.NaN;
    console.log(`      first paint: ${paints.map((one) => one.toFixed(0)).join(', ')} ms`);

    // Nothing is expected within a time on a machine that may be busy: only that it is not seconds.
    expect(middle).to.be.below(3_000);
  });

  it('are served only to clients that ask for HTML, and their parts are cached for good', async () => {
    const ask = async (path: string, accept: string): Promise<Response> =>
      fetch(`${harness?.url}${path}`, { headers: { accept } });
    const html = await ask('/', 'text/html,application/xhtml+xml,*/*;q=0.8');
    const text = await html.text();
    const [, script = ''] = /src="([^"]+)"/.exec(text) ?? [];
    const part = await ask(`/${script}`, '*/*');

    expect(html.headers.get('content-type')).to.equal('text/html; charset=utf-8');
    expect(html.headers.get('content-security-policy')).to.contain(
      "require-trusted-types-for 'script'; trusted-types 'none'",
    );
    expect(html.headers.get('cache-control')).to.equal('no-cache');
    expect(html.headers.get('vary')).to.match(/accept/i);
    expect(part.headers.get('cache-control')).to.equal('public, max-age=31536000, immutable');
    for (const accept of ['*/*', 'application/json', ''])
      expect((await ask('/', accept)).headers.get('content-type'), accept).to.equal(
        'application/json; charset=utf-8',
      );
  });
});

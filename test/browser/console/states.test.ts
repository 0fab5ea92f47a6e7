import { errorCodes, errorEntry } from '@interline/kernel';
import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { chromiumOrSkip } from '../../support/chromium.ts';
import { type Harness, startHarness } from '../../support/harness.ts';
import { axeIn } from './axe-in.ts';
import { type OpenConsole, openConsole } from './console-house.ts';
import { pictureFolder, pictureOf } from './picture-of.ts';
import { pretendRoutes, routeStates } from './route-states.ts';

describe('a route in every state that it can be in', () => {
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
    console.log(`      pictures of it: ${pictureFolder}`);
  });

  let opened: OpenConsole | undefined;
  afterEach(async () => opened?.page.close());

  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1_280, 375])
      it(`is described in words, without axe violations, in ${colorScheme} and ${width} pixels wide`, async () => {
        opened = await openConsole(browser, `${harness?.url}/`, {
          ...{ colorScheme, width, prepare: pretendRoutes },
        });
        const { page } = opened;
        for (const { name, whole, receipt } of routeStates) {
          await page.goto(`${harness?.url}/#/route/${receipt.id}`);
          await page.getByText(whole).first().waitFor();
          await page.getByText('What happened when').waitFor();
          const text = await page.locator('main').innerText();

          await pictureOf(page, `route ${name} ${colorScheme} ${width}`);
          expect(await axeIn(page), name).to.deep.equal([]);
          expect(await page.evaluate('document.documentElement.scrollWidth'), name).to.equal(width);
          expect(text, name).not.to.match(/undefined|NaN|\{|\bnull\b/);
          const isPayable = receipt.status === 'AWAITING_DEPOSIT' && whole !== '0.001 BTC seen';
          expect(text.includes('To this address'), name).to.equal(isPayable);
        }
        expect(await opened.violations()).to.deep.equal([]);
        expect([...opened.origins]).to.deep.equal([harness?.url]);
      });

  it('counts what is left to pay a deposit by the clock of the service', async () => {
    for (const offMs of [3_600_000, -3_600_000]) {
      opened = await openConsole(browser, `${harness?.url}/`, {
        async prepare(page) {
          await pretendRoutes(page);
          await page.clock.install({ time: Date.now() + offMs });
        },
      });
      const { page } = opened;
      const { id } = routeStates.find(({ name }) => name === 'deposit awaited')?.receipt ?? {};
      await page.goto(`${harness?.url}/#/route/${id}`);
      await page.getByText(/clock and the service's are (1 h|59 min.*) apart/).waitFor();

      // Accepted 95 s before these tests were read, with a price for fifteen minutes.
      await page.getByText(/The price is kept if it is seen within (1?\d min|\d+ s)/).waitFor();
      await page.close();
    }
  });

  it('that a page cannot show leaves the way to the other pages, and says what to do', async () => {
    opened = await openConsole(browser, `${harness?.url}/`, {
      async prepare(page) {
        await page.route('**/api/route/status?*', (route) =>
          route.fulfill({ json: { status: 'DONE', from: null } }),
        );
      },
    });
    const { page } = opened;
    await page.goto(`${harness?.url}/#/route/rt_${'7'.repeat(32)}`);
    await page.getByRole('heading', { level: 1, name: 'This page cannot be shown' }).waitFor();
    await page.getByText('If that does not help, tell the operator').waitFor();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await pictureOf(page, 'broken page');
    expect(await axeIn(page)).to.deep.equal([]);

    await page.getByRole('link', { name: 'Move', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Move money' }).waitFor();
  });

  it('that is refused is explained in words for every code of the catalogue, with what to do, and never has a code as its headline', async () => {
    const idOf = (at: number): string => `rt_${at.toString(16).padStart(32, 'f')}`;
    opened = await openConsole(browser, `${harness?.url}/`, {
      async prepare(page) {
        await page.route('**/api/route/status?*', async (route) => {
          const id = new URL(route.request().url()).searchParams.get('id');
          const code = errorCodes.find((_code, at) => idOf(at) === id) ?? 'INTERNAL';
          const { http, summary, suggestedAction, retryable, retryAfterMs } = errorEntry(code);
          const json = {
            ...{ error: summary, errorCode: code, retryable, suggestedAction },
            ...{ requestId: `request of ${code}`, retryAfterMs },
          };
          await route.fulfill({ status: http, json });
        });
      },
    });
    const { page } = opened;
    for (const [at, code] of errorCodes.entries()) {
      const { summary, suggestedAction } = errorEntry(code);
      await page.goto(`${harness?.url}/#/route/${idOf(at)}`);
      // Which the page knows better than the service: it says where else the route may be.
      const told = code === 'UNKNOWN_ROUTE' ? 'No route has this id' : `request of ${code}`;
      const alert = page.getByRole('alert').filter({ hasText: told });
      await alert.waitFor();
      const headline = await alert.locator('strong').first().innerText();
      const text = await alert.innerText();

      expect(headline, code)
        .to.match(/^[A-Z][a-z]/)
        .and.not.to.match(/[A-Z]_[A-Z]|^[A-Z]+$/);
      if (code === 'UNKNOWN_ROUTE') continue;
      expect(text, code).to.contain(summary).and.to.contain(suggestedAction);
      expect(await alert.locator('.facts code').first().innerText()).to.equal(code);
    }
    expect(errorCodes).to.have.length.above(50);
  });
});

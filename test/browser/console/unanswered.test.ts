import { expect } from 'chai';
import type { Browser, Page, Route } from 'playwright-core';
import { chromiumOrSkip } from '../../support/chromium.ts';
import { type Harness, startHarness } from '../../support/harness.ts';
import { axeIn } from './axe-in.ts';
import { type OpenConsole, openConsole } from './console-house.ts';
import { pictureOf } from './picture-of.ts';

/** Between the page and the service something is lost, late or refused; money moves once all the same. */
describe('a transfer whose answer does not come', () => {
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

  /** Five dollars of a throw-away wallet, ready to be signed, and what is done with each execution. */
  async function reviewed(onExecute: (route: Route, tried: number) => Promise<unknown>) {
    opened = await openConsole(browser, `${harness?.url}/`, {
      prepare: (page) => page.clock.install(),
    });
    const { page } = opened;
    const sent: { readonly body: string | null; readonly key: string | undefined }[] = [];
    await page.route('**/api/route/execute', async (route) => {
      const asked = route.request();
      sent.push({ body: asked.postData(), key: asked.headers()['idempotency-key'] });
      await onExecute(route, sent.length);
    });
    await page.getByRole('button', { name: 'Make a throw-away wallet' }).click();
    await page.getByText('1,000 USDC').waitFor();
    await page.getByLabel('Amount').fill('5');
    await page.getByRole('button', { name: 'Review and sign' }).click();
    const sign = page.getByRole('button', { name: 'Sign and move 5 USDC' });
    await sign.waitFor();
    return { page, sign, sent };
  }
  const waiting = (page: Page) =>
    page.getByRole('alert').filter({ hasText: 'Sent, not answered: 5 USDC from Base' });
  const delivered = (page: Page) =>
    page.getByRole('heading', { level: 1, name: '4.996 USDC delivered' }).waitFor();

  it('is not signed again if a refresh of the offer fails while it is sent', async () => {
    const gate = Promise.withResolvers<void>();
    const { page, sign, sent } = await reviewed(async (route) => {
      await gate.promise;
      await route.continue();
    });
    const late = Promise.withResolvers<Route>();
    await page.route('**/api/agent/do', (route) => late.resolve(route));
    await page.clock.fastForward(21_000);
    const refresh = await late.promise;
    await sign.click();
    await page.getByText('Sending it to the service').waitFor();
    await refresh
      .fulfill({
        status: 429,
        json: { errorCode: 'RATE_LIMITED', error: 'too many', retryable: true },
      })
      .catch(() => undefined);
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(resolve))');

    expect(await page.getByText('Sending it to the service').count()).to.equal(1);
    expect(await page.getByRole('button', { name: 'Back' }).isDisabled()).to.equal(true);
    gate.resolve();
    await delivered(page);
    expect(sent).to.have.length(1);
  });

  it('is sent again as it is if the resend is refused for now, and leads to the route of the first', async () => {
    let first = '';
    const { page, sign, sent } = await reviewed(async (route, tried) => {
      if (tried === 1) {
        const answer = await route.fetch();
        first = ((await answer.json()) as { id: string }).id; // CAST: as the service answers.
        await route.abort('connectionreset');
      } else if (tried === 2)
        await route.fulfill({
          status: 503,
          json: { errorCode: 'SHUTTING_DOWN', error: 'the service is restarting', retryable: true },
        });
      else await route.continue();
    });
    await sign.click();
    await waiting(page).getByText('The service is restarting.').waitFor();
    expect(await page.getByRole('button', { name: /Try again|^Sign and move/ }).count()).to.equal(
      0,
    );
    expect(await axeIn(page)).to.deep.equal([]);
    await pictureOf(page, 'sent, not answered');
    await page.getByRole('button', { name: 'Send it again' }).click();
    await delivered(page);

    expect(page.url()).to.contain(first);
    expect(sent).to.have.length(3);
    expect(new Set(sent.map(({ body, key }) => `${key} ${body}`)).size).to.equal(1);
    await page.getByRole('link', { name: 'Move', exact: true }).click();
    await page.getByText('995 USDC', { exact: true }).waitFor();
    expect(await waiting(page).count()).to.equal(0);
  });

  it('is kept through another page and a reload, and moves once when it is sent again', async () => {
    let isLost = true;
    let first = '';
    const { page, sign, sent } = await reviewed(async (route) => {
      if (!isLost) return route.continue();
      const answer = await route.fetch();
      first = ((await answer.json()) as { id: string }).id; // CAST: as the service answers.
      return route.abort();
    });
    await sign.click();
    await waiting(page).waitFor();
    await page.getByRole('link', { name: 'Routes', exact: true }).click();
    await page.getByText('None yet').waitFor();
    await waiting(page).waitFor();
    await page.reload();
    await waiting(page).waitFor();
    await page.getByRole('link', { name: 'Move', exact: true }).click();
    await waiting(page).waitFor();

    isLost = false;
    await page.getByRole('button', { name: 'Send it again' }).click();
    await delivered(page);
    expect(page.url()).to.contain(first);
    expect(new Set(sent.map(({ body, key }) => `${key} ${body}`)).size).to.equal(1);
    await page.getByRole('link', { name: 'Routes', exact: true }).click();
    await page.getByRole('link', { name: /^5 USDC/ }).waitFor();
    expect(await waiting(page).count()).to.equal(0);
  });

  it('is kept if the page is left while it is sent, which the browser asks about first', async () => {
    const { page, sign } = await reviewed(() => new Promise(() => undefined));
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await sign.click();
    await page.getByText('Sending it to the service').waitFor();
    await page.reload();
    await waiting(page).waitFor();

    expect(asked).to.deep.equal(['beforeunload']);
  });

  it('is kept if the answer says nothing of it, and is not shown as a rehearsal', async () => {
    let isOdd = true;
    const { page, sign, sent } = await reviewed(async (route) =>
      isOdd ? route.fulfill({ json: { ok: true } }) : route.continue(),
    );
    await sign.click();
    await waiting(page).getByText('No answer from the service.').waitFor();
    expect(await page.getByText('only rehearsed').count()).to.equal(0);

    isOdd = false;
    await page.getByRole('button', { name: 'Send it again' }).click();
    await delivered(page);
    expect(new Set(sent.map(({ body, key }) => `${key} ${body}`)).size).to.equal(1);
  });

  it('is not shown as expired by a clock that is ahead', async () => {
    const { page, sign } = await reviewed((route) => route.abort());
    await page.clock.setSystemTime(Date.now() + 7_200_000);
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('button', { name: 'Review and sign', disabled: false }).click();
    await page.getByText(/clock and the service's are (2 h|1 h 59 min) apart/).waitFor();
    expect(await axeIn(page)).to.deep.equal([]);
    await sign.click();
    await waiting(page).getByRole('button', { name: 'Send it again' }).waitFor();

    expect(await page.getByText('has run out').count()).to.equal(0);
  });

  it('stays in review if no way takes it when it is compared again', async () => {
    const { page, sign } = await reviewed((route) => route.continue());
    await page.getByRole('button', { name: 'Back' }).click();
    const reviewAgain = page.getByRole('button', { name: 'Review and sign', disabled: false });
    await reviewAgain.waitFor();
    const gone = Promise.withResolvers<undefined>();
    await page.route('**/api/route/compare', async (route) => {
      const answer = await route.fetch();
      const compared = (await answer.json()) as object; // CAST: as the service answers.
      // An answer without offers that comes before the review is open takes the way into it away.
      await sign.waitFor();
      await route.fulfill({ response: answer, json: { ...compared, quotes: [] } });
      gone.resolve(undefined);
    });
    await reviewAgain.click();
    await gone.promise;
    await sign.click();
    await delivered(page);
  });
});

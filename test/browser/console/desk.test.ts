import { textField } from '@interline/cli';
import { parts } from '@interline/server';
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { setBlacklisted } from '../../support/blacklist.ts';
import { chromiumOrSkip } from '../../support/chromium.ts';
import { endOfRoute } from '../../support/end-of-route.ts';
import { type Harness, startHarness } from '../../support/harness.ts';
import { allowLoopbackHooks, hookEndpoint } from '../../support/hook-endpoint.ts';
import { mine, resumeMining, stopMining } from '../../support/mining.ts';
import { freshPayer, send } from '../../support/payer.ts';
import { until } from '../../support/until.ts';
import { usdcBalance } from '../../support/usdc-balance.ts';
import { axeIn } from './axe-in.ts';
import { pictureOf } from './picture-of.ts';
import { type OpenConsole, openConsole } from './console-house.ts';

const [source, destination] = [8453, 42161];
const minuteMs = 60_000;

describe("the operator's desk in the console", () => {
  let browser: Browser;
  let harness: Harness | undefined;
  before(async function () {
    browser = await chromiumOrSkip(this);
    harness = await startHarness({ chainIds: [source, destination], rebind: allowLoopbackHooks });
    const payer = await freshPayer(harness, source, 5_000_000n);
    const sent = await send(harness, payer, {
      from: source,
      to: destination,
      units: 5_000_000n,
    });
    await endOfRoute(harness.client, textField(sent.receipt, 'id'));
  });
  after(async () => {
    if (harness === undefined) return;
    await browser.close();
    await harness.stop();
  });

  let opened: OpenConsole | undefined;
  afterEach(async () => opened?.page.close());

  const house = (): Harness => {
    if (harness === undefined) throw new Error('there is no harness');
    return harness;
  };
  const operator = () => ({ authorization: `Bearer ${house().operatorToken}` });

  async function openDesk(options: Parameters<typeof openConsole>[2] = {}): Promise<Page> {
    opened = await openConsole(browser, `${house().url}/#/desk`, options);
    return opened.page;
  }

  async function unlock(page: Page, token = house().operatorToken): Promise<void> {
    await page.getByLabel("Operator's token").fill(token);
    await page.getByRole('button', { name: 'Open the desk' }).click();
  }

  async function openedDesk(options: Parameters<typeof openConsole>[2] = {}): Promise<Page> {
    const page = await openDesk(options);
    await unlock(page);
    await page.getByRole('heading', { name: 'Needs you' }).waitFor();
    return page;
  }

  /** A route whose payer cannot be paid back: its refund is held. */
  async function heldRoute(): Promise<string> {
    const { devnet, client } = house();
    const payer = await freshPayer(house(), source, 2_000_000n);
    await stopMining(devnet, source);
    const { receipt } = await send(house(), payer, {
      from: source,
      to: destination,
      units: 2_000_000n,
    });
    await setBlacklisted(devnet, destination, payer.address, true);
    await mine(devnet, source);
    await setBlacklisted(devnet, source, payer.address, true);
    await resumeMining(devnet, source);
    const id = textField(receipt, 'id');
    await until('a refund that is held', async () => {
      return (await client.get(`/api/route/status?id=${id}`))['stage'] === 'REFUND_HELD';
    });
    return id;
  }

  const audited = async (): Promise<readonly string[]> => {
    const { entries } = await house().client.get('/operator/audit?limit=5', operator());
    // CAST: as the audit answers.
    return (entries as readonly Record<string, unknown>[]).map(
      ({ action, target, outcome, reason }) =>
        [action, target, outcome, reason].map(String).join(' | '),
    );
  };
  const switches = async (): Promise<unknown> =>
    (await house().client.get('/operator/switches', operator()))['count'];

  it('refuses a wrong token in words, and is open to the right one until it is locked', async () => {
    const page = await openDesk();

    // No header carries it, so it is refused before any service is asked.
    await unlock(page, 'ключ');
    expect(await page.locator('input:invalid').getAttribute('title')).to.equal(
      'A token has Latin letters, digits and signs alone.',
    );
    expect(await page.getByRole('alert').count()).to.equal(0);
    await unlock(page, 'no-such-token');
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.textContent())
      .to.match(/operator/i)
      .and.to.contain('OPERATOR_ONLY');
    expect(await page.getByRole('heading', { name: 'Needs you' }).count()).to.equal(0);
    await unlock(page);
    await page.getByText('Nothing needs you.').waitFor();
    await page.getByRole('button', { name: 'Lock', exact: true }).click();

    await page.getByLabel("Operator's token").waitFor();
    expect(await page.getByText('Needs you').count()).to.equal(0);
    expect(await opened?.violations()).to.deep.equal([]);
  });

  it('forgets the token at a reload, keeps it nowhere, and only sends it to the operator', async () => {
    const shown = new Set<string>();
    const page = await openedDesk({
      prepare: async (one) => {
        one.on('request', (request) => {
          if (request.headers()['authorization'] !== undefined)
            shown.add(new URL(request.url()).pathname.split('/')[1] ?? '');
        });
      },
    });
    await page.getByText('Nothing needs you.').waitFor();
    const kept = await page.evaluate<string>(
      'JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie, location.href])',
    );
    // Another page of the console and back: the tab is the same, and so is its memory.
    await page.getByRole('link', { name: 'Routes' }).click();
    await page.getByRole('heading', { name: 'Routes', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Desk' }).click();
    await page.getByText('Nothing needs you.').waitFor();
    await page.reload();

    await page.getByLabel("Operator's token").waitFor();
    expect(await page.getByLabel("Operator's token").inputValue()).to.equal('');
    expect(kept).not.to.contain(house().operatorToken);
    expect([...shown]).to.deep.equal(['operator']);
  });

  it('locks after fifteen minutes without a touch, and not before', async () => {
    const page = await openedDesk({ prepare: (one) => one.clock.install() });
    await page.getByText('Locks in 15 min').waitFor();

    await page.clock.fastForward(14 * minuteMs);
    await page.getByText('Locks in 1 min').waitFor();
    await page.keyboard.press('Shift');
    await page.getByText('Locks in 15 min').waitFor();
    await page.clock.fastForward(14 * minuteMs);
    expect(await page.getByRole('heading', { name: 'Needs you' }).count()).to.equal(1);
    await page.clock.fastForward(minuteMs + 2_000);

    await page.getByText('Locked after 15 minutes without a touch').waitFor();
    expect(await page.getByText('Needs you').count()).to.equal(0);
  });

  it('pauses a lane and resumes it, shows each before it is done, and has a reason in the audit', async () => {
    const page = await openedDesk();
    const part = page.locator('details.part', { hasText: 'Stop and start' });
    await part.getByLabel('What').selectOption({ label: 'Base to Arbitrum One' });

    await part.getByRole('button', { name: 'Pause', exact: true }).click();
    await part.getByText('This will do: Pause, lane:8453-42161').waitFor();
    const before = await switches();
    await part.getByLabel('Why, for the audit').fill('its nodes disagree');
    await part.getByRole('button', { name: 'Pause, now' }).click();
    await part.getByText('Done: Pause').first().waitFor();
    const paused = await switches();
    const needs = page.locator('article', { hasText: 'lane:8453-42161' });
    await needs.getByRole('button', { name: 'Resume' }).click();
    await needs.getByLabel('Why, for the audit').fill('they agree again');
    await needs.getByRole('button', { name: 'Resume, now' }).click();
    await page.getByText('Nothing needs you.').waitFor();

    expect([before, paused, await switches()]).to.deep.equal([0, 1, 0]);
    expect((await audited()).slice(0, 2)).to.deep.equal([
      'resume | lane:8453-42161 | done | they agree again',
      'pause | lane:8453-42161 | done | its nodes disagree',
    ]);
    expect(await opened?.violations()).to.deep.equal([]);
    expect(opened?.realTroubles()).to.deep.equal([]);
  });

  it('reads everything again after an order whose answer was lost, and plans the order again', async () => {
    const page = await openedDesk();
    const part = page.locator('details.part', { hasText: 'Stop and start' });
    await part.getByText('Everything is open.').waitFor();
    await part.getByRole('button', { name: 'Pause', exact: true }).click();
    await part.getByText('This will do: Pause').waitFor();
    await part.getByLabel('Why, for the audit').fill('its answer will be lost');
    await page.route('**/operator/pause', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await part.getByRole('button', { name: 'Pause, now' }).click();

    await part.getByText('It may have been carried out').waitFor();
    await part.getByText('Paused').waitFor();
    expect(await part.getByRole('button', { name: 'Pause, now' }).count()).to.equal(0);
    expect(await page.getByText('Done: Pause').count()).to.equal(0);
    await page.unroute('**/operator/pause');
    await part.getByRole('button', { name: 'Resume' }).click();
    await part.getByLabel('Why, for the audit').fill('it was meant to');
    await part.getByRole('button', { name: 'Resume, now' }).click();
    await part.getByText('Everything is open.').waitFor();
  });

  it('refunds a held route: what it would do first, the refusal in words, then what it did', async () => {
    const id = await heldRoute();
    const elsewhere = `0x${'e1'.repeat(20)}`;
    const page = await openedDesk();
    const needs = page.locator('article', { hasText: id });
    await needs.getByText('REFUND_HELD').waitFor();

    await needs.getByRole('button', { name: 'Refund', exact: true }).click();
    await needs.getByText(`This will do: Refund, route ${id}`).waitFor();
    expect(await needs.locator('form').textContent()).to.contain('2 USDC');
    await needs.getByLabel('Why, for the audit').fill('the list was wrong');
    await needs.getByRole('button', { name: 'Refund, now' }).click();
    await needs.getByRole('alert').waitFor();
    expect(await needs.getByRole('alert').textContent()).to.contain('still held');
    await needs.getByRole('button', { name: 'Leave it' }).click();
    // The payer stays blocked, so nothing but the order can end it.
    await needs.getByRole('button', { name: 'Refund: to another address' }).click();
    await needs.getByLabel('Address that gets it').fill(elsewhere);
    await needs.getByRole('button', { name: 'See what it would do' }).click();
    await needs.getByLabel('Why, for the audit').fill('the payer proved that it is theirs');
    await needs.getByRole('button', { name: 'Refund: to another address, now' }).click();
    await page.getByText('Nothing needs you.').waitFor();
    const last = await endOfRoute(house().client, id);

    expect(last).to.deep.include({ status: 'FAILED', stage: 'REFUNDED', refunded: '2000000' });
    expect(await usdcBalance(house().devnet, source, elsewhere)).to.equal(2_000_000n);
    expect((await audited()).slice(0, 2)).to.deep.equal([
      `refund | route ${id} | done | the payer proved that it is theirs`,
      `refund | route ${id} | refused | the list was wrong`,
    ]);
  });

  it('sends a webhook again of which every try failed', async () => {
    const { client, container } = house();
    const payer = await freshPayer(house(), source, 1_000_000n);
    const { receipt } = await send(house(), payer, {
      from: source,
      to: destination,
      units: 1_000_000n,
    });
    const routeId = textField(receipt, 'id');
    await endOfRoute(client, routeId);
    const endpoint = await hookEndpoint();
    endpoint.answers(() => ({ status: 503, headers: { 'retry-after': '3600' } }));
    const { id } = await client.post('/api/hooks/register', { routeId, url: endpoint.url });
    const store = container.get(parts.store);
    const tried = await until('a try', async () => {
      const [delivery] = await store.reads.webhooks.deliveriesOf(String(id));
      const [one] = await store.reads.webhooks.triesOf(String(id));
      return (
        delivery !== undefined && one?.outcome !== null && one !== undefined && { delivery, one }
      );
    });
    const laterMs = Date.now() + 100 * minuteMs;
    await store.run('give-up', async (tx) => {
      const begun = await tx.webhooks.beginTry(tried.delivery.id, laterMs, laterMs + minuteMs);
      await tx.webhooks.endTry(
        { ...tried.one, number: begun?.tries ?? 2 },
        { state: 'dead', dueAtMs: laterMs },
      );
    });
    endpoint.answers(() => ({ status: 200 }));
    const page = await openedDesk();
    const needs = page.locator('article', { hasText: `webhook of ${routeId}` });
    await needs.getByRole('button', { name: 'Send it again' }).click();
    await needs.getByLabel('Why, for the audit').fill('it listens now');
    await needs.getByRole('button', { name: 'Send it again, now' }).click();
    await page.getByText('Nothing needs you.').waitFor();

    expect((await audited())[0]).to.contain('done | it listens now');
    await endpoint.until(2);
    expect(endpoint.requests.map(({ status }) => status)).to.deep.equal([503, 200]);
    await endpoint.close();
  });

  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1_280, 375])
      it(`has nothing that axe finds in any state, in ${colorScheme} and ${width} pixels wide`, async () => {
        const page = await openDesk({ colorScheme, width });
        const look = async (state: string): Promise<void> => {
          await pictureOf(page, `desk ${state} ${colorScheme} ${width}`);
          expect(await axeIn(page), state).to.deep.equal([]);
        };
        await unlock(page, 'wrong');
        await page.getByRole('alert').waitFor();
        await look('refused');
        await unlock(page);
        await page.getByText('Nothing needs you.').waitFor();
        await look('as it opens');
        const folded = page.locator('details.part:not([open]) > summary');
        expect(await folded.count()).to.equal(width < 500 ? 8 : 0);
        while ((await folded.count()) > 0) await folded.first().click();
        await page.getByText('As numbers').nth(4).waitFor();
        for (const by of ['day', 'chain', 'way'])
          await page
            .locator('figure', { hasText: `Volume by ${by}` })
            .getByText('As numbers')
            .waitFor();
        await page.getByRole('button', { name: 'Pause', exact: true }).click();
        await page.getByText('This will do: Pause').waitFor();
        for (const numbers of await page.getByText('As numbers').all()) await numbers.click();

        await look('unfolded');
        expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(width);
        await page.route('**/operator/**', (route) => route.abort());
        await page.getByText('The service does not answer').first().waitFor();
        await look('without its service');
        expect(await opened?.violations()).to.deep.equal([]);
        expect([...(opened?.origins ?? [])]).to.deep.equal([house().url]);
      });

  it('can be used by keyboard alone', async () => {
    const page = await openDesk();
    await page.getByLabel("Operator's token").focus();
    await page.keyboard.type(house().operatorToken);
    await page.keyboard.press('Enter');
    await page.getByText('Nothing needs you.').waitFor();
    const scope = page.locator('details.part', { hasText: 'Stop and start' }).locator('select');
    await scope.focus();
    await page.keyboard.type('Base to');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('This will do: Drain').waitFor();
    // The question has the focus.
    await page.keyboard.type('by hand');
    await page.keyboard.press('Enter');
    await page.getByText('Done: Drain').first().waitFor();
    const drained = await switches();
    const resume = page.getByRole('button', { name: 'Resume' });
    await resume.focus();
    await page.keyboard.press('Enter');
    await page.getByText('This will do: Resume').waitFor();
    await page.keyboard.type('by hand too');
    await page.keyboard.press('Enter');
    await page.getByText('Everything is open.').waitFor();

    expect([drained, await switches()]).to.deep.equal([1, 0]);
  });

  it('replaces a payout that is stuck, by clicking, and finds its route by its payer', async () => {
    const { devnet } = house();
    await stopMining(devnet, destination);
    const payer = await freshPayer(house(), source, 3_000_000n);
    const { receipt } = await send(house(), payer, {
      from: source,
      to: destination,
      units: 3_000_000n,
    });
    const id = textField(receipt, 'id');
    await until('a payout that waits', async () => {
      const { accounts } = await house().client.get('/operator/accounts', operator());
      // CAST: as the service answers.
      return (accounts as readonly Record<string, unknown>[]).some(
        ({ chain, role, inFlight }) => chain === destination && role === 'float' && inFlight === 1,
      );
    });
    const page = await openedDesk();
    const part = page.locator('details.part', { hasText: 'Accounts' });
    await part.getByText('Open transactions').click();
    await part.getByRole('button', { name: 'Replace by a no-op' }).click();
    await part.getByLabel('Why, for the audit').fill('behind a fee rise');
    await part.getByRole('button', { name: 'Replace by a no-op, now' }).click();
    await part.getByText('Done: Replace by a no-op').first().waitFor();
    const routes = page.locator('details.part', { hasText: 'Open routes' });
    await routes.getByLabel('Id, transaction hash or address').fill(payer.address);
    await routes.getByRole('button', { name: 'Find' }).click();
    await routes.getByText('1 found').waitFor();
    expect(await routes.locator('li').textContent()).to.contain(id);
    await resumeMining(devnet, destination);
    expect((await audited())[0]).to.match(/^replace \| .* \| done \| behind a fee rise$/);
    await routes.getByRole('link', { name: /3 USDC, Base to Arbitrum One/ }).click();
    await page.waitForURL(`**/#/route/${id}`);
  });
});

import { createClient } from '@interline/client';
import { takeTrial } from '@interline/client/passes';
import { type Devnet, startDevnet } from '@interline/devnet';
import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { chromiumOrSkip } from '../support/chromium.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { until } from '../support/until.ts';
import type * as client from './client-in-page.ts';
import { type ClientSite, serveClientSite } from './client-page.ts';
import type { Visit } from './visit.ts';

/** What stands here for the global of the page, where the functions below run. */
declare const interline: typeof client;

const wire = {
  fromChain: '8453',
  toChain: '42161',
  amount: '1000000',
  fromToken: 'USDC',
  toToken: 'USDC',
};
/** A request of 16,384 bytes, sealed to a key of MLKEM768-X25519, and to one of X25519. */
const [hybridBytes, curveBytes] = [17_527, 16_439];

/** A page of another origin, a real browser, the whole service with its relay and three witnesses. */
describe('the client in a browser', () => {
  let browser: Browser;
  let devnet: Devnet | undefined;
  let harness: Harness;
  let site: ClientSite;
  let visited: Visit;
  before(async function () {
    browser = await chromiumOrSkip(this);
    devnet = await startDevnet({ chainIds: [8453, 42161], port: 0, witnesses: 3 });
    [harness, site] = await Promise.all([startHarness({ devnet }), serveClientSite()]);
  });
  after(async () => {
    if (devnet === undefined) return;
    await Promise.all([browser.close(), site.close()]);
    await harness.stop();
    await devnet.stop();
  });
  beforeEach(async () => (visited = await site.open(browser)));
  afterEach(async () => visited.page.close());

  /** Passes that the page took, and what it made of the mint. */
  const takeInPage = ({ page }: Visit, count: number, baseUrl = harness.url) =>
    page.evaluate(
      async ({ baseUrl, count }) => {
        const { passes, mint } = await interline.takeTrial(
          interline.createClient({ baseUrl }),
          count,
        );
        return { passes, found: mint.findings.map(({ what, holds }) => [what, holds]) };
      },
      { baseUrl, count },
    );
  /** How it went to ask for a quote through the relay, and what left the page for that. */
  const askPrivately = async ({ page }: Visit, pass: client.Pass) => {
    const sent: (readonly [string, number])[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST')
        sent.push([new URL(request.url()).origin, request.postDataBuffer()?.length ?? 0]);
    });
    const answer = await page.evaluate(
      async ({ baseUrl, wire, pass }) => {
        const pins: client.LanePin[] = [];
        const fetch = interline.privateFetch({
          baseUrl,
          pins: {
            read: async () => pins.at(-1) ?? null,
            write: async (pin) => void pins.push(pin),
          },
        });
        const lane = interline.createClient({ baseUrl, fetch, tries: 1 });
        const headers = { 'x-svc-pass': interline.passText(pass) };
        const quote = await lane.quote(wire, { headers });
        const again = await lane
          .quote({ ...wire, amount: '2000000' }, { headers })
          .catch((error: unknown) =>
            error instanceof interline.ServiceError ? error.errorCode : String(error),
          );
        return { amount: quote.from.amount, again, logged: pins.map(({ size }) => size) };
      },
      { baseUrl: harness.url, wire, pass },
    );
    return { ...answer, sent };
  };
  /** A text that the page sends to a mailbox of its own and reads there. */
  const writeToItself = ({ page }: Visit, passes: readonly client.Pass[], baseUrl = harness.url) =>
    page.evaluate(
      async ({ baseUrl, passes: [toSend, toRead] }) => {
        if (toSend === undefined || toRead === undefined) throw new Error('two passes are needed');
        const service = interline.createClient({ baseUrl });
        const mailbox = await interline.createMailbox();
        const text = 'good morning, Jürgen';
        await interline.sendMessage(service, { to: mailbox.address, text, pass: toSend });
        const { messages } = await interline.readMessages(service, {
          mailbox,
          takePass: async () => toRead,
        });
        return {
          texts: messages.map(({ text }) => text),
          keyBytes: atob(mailbox.address).length,
        };
      },
      { baseUrl, passes },
    );

  it('takes passes of a key that the log shows, signed both ways and cosigned', async () => {
    const { passes, found } = await takeInPage(visited, 3);

    expect(passes).to.have.length(3);
    expect(found).to.deep.equal(shownSound(true));
    expect(visited.troubles).to.deep.equal([]);
    expect([...visited.origins]).to.deep.equal([site.origin, harness.url]);
  });

  it('blinds nothing for a key that the head of the mint does not name', async () => {
    const asked = await visited.page.evaluate(
      async ({ baseUrl }) => {
        const urls: string[] = [];
        const service = interline.createClient({
          baseUrl,
          fetch: async (url, init) => {
            urls.push(new URL(url).pathname);
            const answer = await fetch(url, init);
            if (!url.endsWith('/mint-head')) return answer;
            const view = (await answer.json()) as { head: { thumb: string } }; // CAST: it has one.
            view.head.thumb = view.head.thumb.replace(/^./, (one) => (one === 'A' ? 'B' : 'A'));
            return Response.json(view);
          },
        });
        const outcome = await interline.takeTrial(service, 1).then(
          () => [],
          (error: unknown) =>
            error instanceof interline.MintError
              ? error.findings.filter(({ holds }) => holds === false).map(({ what }) => what)
              : [String(error)],
        );
        return { urls, outcome };
      },
      { baseUrl: harness.url },
    );

    expect(asked).to.deep.equal({
      urls: ['/api/plus/info', '/api/plus/mint-head'],
      outcome: ['signature', 'key', 'log'],
    });
  });

  it('spends a pass on a quote through the relay, sealed to the hybrid key, once', async () => {
    const { passes } = await takeInPage(visited, 1);
    await until('a log of the lane that its witnesses cosigned', async () => {
      const { log } = await createClient({ baseUrl: harness.url }).call('GET /api/ohttp/keys', {});
      return log !== null;
    });
    const { sent, logged, ...answered } = await askPrivately(visited, firstOf(passes));

    expect(answered).to.deep.equal({ amount: '1000000', again: 'PASS_SPENT' });
    // In the service's first two minutes what was sent is refused once, and sent again by itself.
    expect(new Set(sent.map(([, bytes]) => bytes))).to.deep.equal(new Set([hybridBytes]));
    expect(sent.map(([origin]) => origin)).to.not.include(harness.url);
    expect(logged).to.deep.equal([1]);
    expect(visited.troubles).to.deep.equal([]);
  });

  it('sends a message and reads it, by a key that is safe against quantum computers', async () => {
    const { passes } = await takeInPage(visited, 2);

    expect(await writeToItself(visited, passes)).to.deep.equal({
      texts: ['good morning, Jürgen'],
      keyBytes: 1_216,
    });
    expect(visited.troubles).to.deep.equal([]);
  });

  it('does all of it with X25519 and Ed25519 if the browser has nothing else', async () => {
    const older = await site.open(browser, withoutLattices);
    const { passes, found } = await takeInPage(older, 3);
    const { sent, amount } = await askPrivately(older, firstOf(passes));
    const message = await writeToItself(older, passes.slice(1));
    await older.page.close();

    // Who cosigned with ML-DSA too is counted by the half that can be verified.
    expect(found).to.deep.equal(shownSound(true));
    expect([amount, sent[0]?.[1]]).to.deep.equal(['1000000', curveBytes]);
    expect(message).to.deep.equal({ texts: ['good morning, Jürgen'], keyBytes: 32 });
    expect(older.troubles).to.deep.equal([]);
  });

  it('spends passes at a service that does not allow its origin, and takes none there', async () => {
    const kept = await startHarness({
      ...(devnet === undefined ? {} : { devnet }),
      executeOrigins: ['https://app.example'],
    });
    try {
      const { passes } = await takeTrial(createClient({ baseUrl: kept.url }), 2);
      const message = await writeToItself(visited, passes, kept.url);
      const trial = await takeInPage(visited, 1, kept.url).catch((error: unknown) => String(error));

      expect(message.texts).to.deep.equal(['good morning, Jürgen']);
      expect(trial).to.match(/NoAnswerError: no service answers at/);
    } finally {
      await kept.stop();
    }
  });
});

/** The browsers of 2025. */
function withoutLattices(): void {
  const { subtle } = crypto;
  const imported = subtle.importKey.bind(subtle) as (...given: unknown[]) => Promise<never>;
  for (const name of ['encapsulateBits', 'decapsulateBits', 'getPublicKey'])
    Reflect.deleteProperty(Object.getPrototypeOf(subtle) as object, name); // CAST: a platform's object has one.
  Object.defineProperty(subtle, 'importKey', {
    value: (...given: unknown[]) =>
      /^ML-/.test(String(given[2]))
        ? Promise.reject(new DOMException('it is not known here', 'NotSupportedError'))
        : imported(...given),
  });
}

function shownSound(holds: boolean): readonly (readonly [string, boolean])[] {
  return [
    'identity',
    'signature',
    'key',
    'log',
    'checkpoint',
    'witnesses',
    'freshness',
    'time',
  ].map((what) => [what, holds]);
}

function firstOf(passes: readonly client.Pass[]): client.Pass {
  const [first] = passes;
  if (first === undefined) throw new Error('a pass was taken');
  return first;
}

import { createServer } from 'node:http';
import { once } from 'node:events';
import { createHttpApp, serve } from '@interline/http';
import { fakeHttpDeps, sampleRouteQuote } from '@interline/http/testing';
import { expect } from 'chai';

const quote = '/api/route/quote?fromChain=8453&toChain=42161&amount=1&token=USDC';

describe('serving', () => {
  it('says that the port is taken and what to do', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const address = holder.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;

    const refused = await serve(createHttpApp(fakeHttpDeps()), { port, host: '127.0.0.1' }).catch((error: unknown) => error);
    holder.close();

    expect(refused).to.be.instanceOf(Error).with.property('message', `cannot listen on 127.0.0.1:${port}: the port is taken; stop what holds it or choose another`);
  });

  it('lets a running request finish and takes no new one when it closes', async () => {
    let release: () => void = () => undefined;
    let started: () => void = () => undefined;
    const running = new Promise<void>((resolve) => { started = resolve; });
    const serving = await serve(createHttpApp(fakeHttpDeps({
      useCases: { quoteRoute: async (request) => { started(); await new Promise<void>((resolve) => { release = resolve; }); return sampleRouteQuote(request); } },
    })), { port: 0, host: '127.0.0.1' });
    const answer = fetch(`${serving.url}${quote}`);
    await running;

    const closed = serving.close(5_000);
    const turnedAway = await fetch(`${serving.url}/healthz`).then(() => 'served', () => 'refused');
    release();

    expect((await answer).status).to.equal(200);
    expect(turnedAway).to.equal('refused');
    await closed;
  });

  it('cuts off what still runs when the grace is over', async () => {
    const serving = await serve(createHttpApp(fakeHttpDeps({ useCases: { quoteRoute: async () => new Promise(() => undefined) } })), { port: 0, host: '127.0.0.1' });
    const answer = fetch(`${serving.url}${quote}`).then(() => 'answered', () => 'cut off');
    await new Promise((resolve) => { setTimeout(resolve, 30); });

    const startedAt = performance.now();
    await serving.close(50);

    expect(performance.now() - startedAt).to.be.within(40, 1_000);
    expect(await answer).to.equal('cut off');
  });

  it('is closed at once by idle kept-alive connections, and closing twice is fine', async () => {
    const serving = await serve(createHttpApp(fakeHttpDeps()), { port: 0, host: '127.0.0.1' });
    await (await fetch(`${serving.url}/healthz`)).text();

    const startedAt = performance.now();
    await serving.close(5_000);
    await serving.close(5_000);

    expect(performance.now() - startedAt).to.be.below(1_000);
  });

  it('writes an IPv6 host in brackets', async () => {
    const serving = await serve(createHttpApp(fakeHttpDeps()), { port: 0, host: '::1' }).catch(() => null);
    if (serving === null) return; // A machine without IPv6 has nothing to show.

    expect(serving.url).to.match(/^http:\/\/\[::1\]:\d+$/);
    await serving.close(100);
  });

  it('refuses settings it could not serve', () => {
    for (const basePath of ['v1', '/v1/', '/v 1', '/a/:id', '//']) expect(() => createHttpApp(fakeHttpDeps({ basePath })), basePath).to.throw(RangeError, 'basePath is');
    expect(() => createHttpApp(fakeHttpDeps({ operatorToken: 'x'.repeat(15) }))).to.throw(RangeError, 'operatorToken has 15 characters');
    expect(() => createHttpApp(fakeHttpDeps({ operatorToken: 'x'.repeat(16) }))).not.to.throw();
    expect(() => createHttpApp(fakeHttpDeps({ operatorToken: null }))).not.to.throw();
  });
});

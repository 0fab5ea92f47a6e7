import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { devnetGateway } from './open-devnet.ts';

describe("the devnet's endpoints next to the service's", () => {
  const nothingElse = (): Promise<void> => Promise.reject(new Error("not the gateway's"));
  const nobody = 'http://127.0.0.1:1';
  let url: string;
  const server = createServer();
  before(async () => {
    const gateway = devnetGateway(nobody);
    server.on('request', (req, res) => {
      // As every answer of the service is open to pages.
      res.setHeader('access-control-allow-origin', '*');
      const ctx = { path: req.url ?? '', req, res, status: 404, type: '', body: '' };
      // CAST: what the gateway looks at and sets.
      void Promise.resolve(
        gateway(ctx as unknown as Parameters<typeof gateway>[0], nothingElse),
      ).then(() => res.writeHead(ctx.status, { 'content-type': ctx.type }).end(ctx.body));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    // CAST: it listens on TCP.
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => server.close());

  const ask = async (init: RequestInit): Promise<readonly unknown[]> => {
    const answer = await fetch(`${url}/devnet/faucet`, init);
    return [answer.status, answer.headers.get('access-control-allow-origin'), await answer.json()];
  };
  const headers = { 'content-type': 'application/json' };

  it('were 500 with a devnet that is dead: they say that it does not answer, and what to do', async () => {
    expect(await ask({ method: 'POST', headers, body: '{}' })).to.deep.equal([
      502,
      null,
      { error: 'the devnet does not answer; start it and the service again' },
    ]);
  });

  it('gave money to any page in a browser of this machine: now they are only for its programs', async () => {
    const fromPage = { ...headers, origin: 'https://page.example' };

    expect(await ask({ method: 'POST', headers: fromPage, body: '{}' })).to.deep.equal([
      403,
      null,
      { error: 'the devnet serves no pages of other origins' },
    ]);
    expect((await ask({ method: 'POST', body: '{}' }))[0]).to.equal(415);
  });
});

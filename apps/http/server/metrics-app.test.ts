import { expect } from 'chai';
import { createMetricsApp } from './metrics-app.ts';
import { serve, type Serving } from './serve.ts';

describe('the address of the metrics', () => {
  let serving: Serving | null = null;
  afterEach(async () => serving?.close(0));

  it('answers GET /metrics with what is read at that moment, and forbids caching it', async () => {
    let reads = 0;
    const url = await serveText(async () => ({
      contentType: 'text/plain; version=0.0.4',
      text: `reads ${(reads += 1)}\n`,
    }));

    const answers = [await fetch(`${url}/metrics`), await fetch(`${url}/metrics`)];

    expect(await Promise.all(answers.map((answer) => answer.text()))).to.deep.equal([
      'reads 1\n',
      'reads 2\n',
    ]);
    expect(answers[0]?.headers.get('cache-control')).to.equal('no-store');
  });

  it('says 503 if they cannot be read, and goes on', async () => {
    let isDown = true;
    const url = await serveText(async () => {
      if (isDown) throw new Error('the store at postgres://secret is down');
      return { contentType: 'text/plain', text: 'up 1\n' };
    });

    const down = await fetch(`${url}/metrics`);
    isDown = false;

    expect([down.status, await down.text()]).to.deep.equal([503, 'Service Unavailable']);
    expect((await fetch(`${url}/metrics`)).status).to.equal(200);
  });

  it("answers GET /readyz as the service does, for supervisors when the service's connections are taken", async () => {
    let isStoreUp = true;
    const url = await serveText(
      async () => ({ contentType: 'text/plain', text: '' }),
      () => ({
        checks: [
          isStoreUp
            ? { name: 'store', isUp: true }
            : { name: 'store', isUp: false, code: 'STORE_DOWN' },
        ],
      }),
    );

    const ready = await fetch(`${url}/readyz`);
    isStoreUp = false;
    const down = await fetch(`${url}/readyz`);

    expect([ready.status, await ready.json()]).to.deep.equal([200, { checks: { store: 'up' } }]);
    expect([down.status, await down.json(), down.headers.get('cache-control')]).to.deep.equal([
      503,
      { checks: { store: 'STORE_DOWN' } },
      'no-store',
    ]);
  });

  it('answers GET /healthz while the process runs, whatever else is down', async () => {
    const url = await serveText(async () => {
      throw new Error('the store is down');
    });

    const alive = await fetch(`${url}/healthz`);

    expect([alive.status, await alive.json()]).to.deep.equal([200, { status: 'alive' }]);
  });

  it('has nothing else, and takes nothing', async () => {
    const url = await serveText(async () => ({ contentType: 'text/plain', text: '' }));

    expect((await fetch(`${url}/api/status`)).status).to.equal(404);
    expect((await fetch(`${url}/metrics`, { method: 'POST', body: '{}' })).status).to.equal(405);
  });

  async function serveText(
    read: Parameters<typeof createMetricsApp>[0],
    isReady: Parameters<typeof createMetricsApp>[1] = () => ({ checks: [] }),
  ): Promise<string> {
    serving = await serve(createMetricsApp(read, isReady), { host: '127.0.0.1', port: 0 });
    return serving.url;
  }
});

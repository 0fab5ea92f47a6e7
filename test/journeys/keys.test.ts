import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { type Harness, startHarness } from '../support/harness.ts';
import { until } from '../support/until.ts';

const quote = '/api/route/quote?fromChain=8453&toChain=42161&amount=1000000&token=USDC';

interface Usage {
  readonly key: object;
  readonly hour: object;
  readonly day: { readonly total: number };
  readonly recent: readonly {
    readonly path: string;
    readonly status: number;
    readonly ts: number;
  }[];
}

describe('a client with a key', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness({ limitScale: 1 });
  });
  after(() => harness.stop());

  it('makes one, asks past the limit of everybody, sees what it did, and only its hash is kept', async () => {
    const made = await harness.client.post('/api/keys/create', { label: 'my shop' });
    const key = String(made['key']);
    const ask = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
      fetch(`${harness.url}${path}`, { headers });

    const keyless = await statuses(41, () => ask(quote));
    const keyed = await statuses(60, () => ask(quote, { 'x-svc-key': key }));
    const refused = await statuses(1, () =>
      ask('/api/route/status?id=rt_0', { authorization: `Bearer ${key}` }),
    );
    const usage = await until(
      'the use of the key',
      async () => {
        const told = (await (await ask(`/api/keys/usage?key=${key}`)).json()) as Usage; // CAST: its shape is the HTTP tests' matter.
        return told.day.total === 61 && told;
      },
      200,
    );

    expect([
      keyless.slice(0, 40).every((status) => status === 200),
      keyless[40],
      keyed.every((status) => status === 200),
      refused,
    ]).to.deep.equal([true, 429, true, [404]]);
    const span = {
      total: 61,
      errors: 1,
      topPaths: [
        { path: '/api/route/quote', total: 60, errors: 0 },
        { path: '/api/route/status', total: 1, errors: 1 },
      ],
    };
    expect([usage.key, usage.hour, usage.day]).to.deep.equal([
      {
        label: 'my shop',
        created: made['created'],
        expires: null,
        lastUsed: usage.recent[0]?.ts,
      },
      span,
      span,
    ]);
    expect([
      usage.recent.length,
      usage.recent[0]?.path,
      usage.recent[0]?.status,
      usage.recent[1]?.path,
    ]).to.deep.equal([20, '/api/route/status', 404, '/api/route/quote']);
    expect(await kept(harness))
      .to.contain(createHash('sha256').update(key).digest('hex'))
      .and.not.to.contain(key.slice(3));
  });
});

async function statuses(times: number, ask: () => Promise<Response>): Promise<readonly number[]> {
  const found: number[] = [];
  for (let n = 0; n < times; n += 1) {
    const response = await ask();
    found.push(response.status);
    await response.arrayBuffer();
  }
  return found;
}

/** Everything in the store's folder. */
async function kept({ container }: Harness): Promise<string> {
  const dir = container.get(parts.deployment).storeDir;
  const files = (await readdir(dir)).filter((name) => name.startsWith('journal'));
  return (await Promise.all(files.map((name) => readFile(join(dir, name), 'latin1')))).join('');
}

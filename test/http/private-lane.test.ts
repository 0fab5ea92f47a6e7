import { memoryRateLimiter } from '@interline/adapters/rate-limiter';
import { payer, recipient, sampleInvoice } from '@interline/http/testing';
import type { PrivateRequest, PrivateResponse } from '@interline/ports';
import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { until } from '../support/until.ts';
import { type Service, startService } from './start-service.ts';

const canary = '203.0.113.77';
const order = {
  fromChain: 8453,
  toChain: 42161,
  amount: '25000000',
  token: 'USDC',
  fromAddress: payer,
  toAddress: recipient,
  dryRun: true,
};

const pseudonym = createHash('sha256').update('the private lane\nsalt').digest('hex').slice(0, 24);

describe('a request inside a private one', () => {
  let service: Service;
  let sent: PrivateResponse[];
  let buckets: string[];
  let quotas: number[];
  const open = async (asked: PrivateRequest, isLaneFull = false): Promise<void> => {
    sent = [];
    buckets = [];
    quotas = [];
    service = await startService({
      // The sender's address as a proxy of ours vouches for it.
      trustedProxies: ['127.0.0.1'],
      rateLimiter: {
        async take(names, { requests, perMs }) {
          buckets.push(...names);
          quotas.push(requests);
          if (isLaneFull && names.some((name) => name.includes(' from the private lane')))
            return { isAdmitted: false, retryAfterMs: 41_234 };
          return { isAdmitted: true, remaining: requests - 1, freesInMs: perMs };
        },
      },
      useCases: {
        privateLane: {
          openRequest: async () => ({
            kem: 'X25519',
            asked,
            seal: (response) => {
              sent.push(response);
              return Buffer.alloc(8_224);
            },
          }),
        },
      },
    });
  };
  afterEach(() => service.close());
  const post = (): Promise<Response> =>
    fetch(`${service.url}/api/ohttp/gateway`, {
      method: 'POST',
      headers: {
        'content-type': 'message/ohttp-req',
        'x-forwarded-for': canary,
        'x-request-id': 'canary-of-the-sender',
        'user-agent': 'canary-of-the-browser',
      },
      body: new Uint8Array(17_527),
    });

  it('has no address, no id and no header of its sender, in no use case, limit or log', async () => {
    await open({
      method: 'POST',
      path: '/api/route/execute',
      fields: {
        'x-forwarded-for': canary,
        'idempotency-key': 'canary-of-the-key',
        'x-svc-sandbox': '1',
        authorization: 'Bearer operator-credential-0001',
      },
      content: Buffer.from(JSON.stringify({ ...order, mode: 'self' })),
    });
    const answer = await post();
    await answer.arrayBuffer();
    const { log, asked } = service.deps;
    const answered = () => log.lines.filter(({ event }) => event === 'request-answered');
    // The log is written once both answers are out.
    await until('both in the log', () => answered().length === 2);
    const told = JSON.stringify([log.lines, asked, sent[0]?.fields], (_name, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );

    const [execute] = asked.executes;

    expect([answer.status, sent[0]?.status]).to.deep.equal([200, 200]);
    // SHA-256 of "the private lane", a line feed and the salt of the tests.
    expect([
      execute?.client,
      execute?.isOperator,
      execute?.sandbox,
      execute?.idempotency,
    ]).to.deep.equal([`lane_${pseudonym}`, false, null, null]);
    expect(buckets.map((name) => name.replace(/ in \d+$/, ' in a minute'))).to.deep.equal([
      `private-lane from ${canary}`,
      'execute from the private lane in a minute',
    ]);
    expect(told).to.not.include(canary).and.not.include('127.0.0.1');
    for (const line of log.lines.filter(({ fields }) => fields['path'] === '/api/route/execute'))
      expect(JSON.stringify(line)).to.not.include('canary');
    expect(answered()).to.have.length(2);
  });

  it('reads as any other to the row that it asks', async () => {
    await open({
      method: 'GET',
      path: '/api/route/quote?fromChain=8453&toChain=42161&amount=25000000&token=USDC',
      fields: {},
      content: Buffer.alloc(0),
    });
    await (await post()).arrayBuffer();
    const direct = await service.get(
      '/api/route/quote?fromChain=8453&toChain=42161&amount=25000000&token=USDC',
    );

    expect([sent[0]?.status, sent[0]?.fields['content-type']]).to.deep.equal([
      200,
      'application/json; charset=utf-8',
    ]);
    expect(JSON.parse(Buffer.from(sent[0]?.content ?? '').toString())).to.deep.equal(direct.body);
  });

  it('gets its passes even if others claim nothing or invoices that do not exist', async () => {
    await open({ method: 'GET', path: '/', fields: {}, content: Buffer.alloc(0) });
    await service.close();
    let asked: PrivateRequest;
    const codes: string[] = [];
    let said = '';
    service = await startService({
      rateLimiter: memoryRateLimiter({ monotonic: () => 0, now: () => 0 }),
      useCases: {
        privateLane: {
          openRequest: async () => ({
            kem: 'X25519',
            asked,
            seal({ content, status }) {
              const text = Buffer.from(content).toString();
              said = text;
              codes.push(/"errorCode":"(\w+)"/.exec(text)?.[1] ?? String(status));
              return Buffer.alloc(8_224);
            },
          }),
        },
      },
    });
    const send = async (path: string, body: object, times: number): Promise<readonly unknown[]> => {
      const content = Buffer.from(JSON.stringify(body));
      asked = { method: 'POST', path, fields: {}, content };
      codes.length = 0;
      for (let n = 0; n < times; n += 1) await (await post()).arrayBuffer();
      return [...Map.groupBy(codes, (code) => code)].map(([code, all]) => [code, all.length]);
    };
    const [claim, trial] = ['/api/plus/claim', '/api/plus/trial'];
    const blinded = [Buffer.alloc(256, 1).toString('base64')];
    const unknown = `inv_${'0'.repeat(32)}`;

    expect(await send(claim, {}, 100)).to.deep.equal([['MISSING_FIELD', 100]]);
    expect(await send(claim, { invoiceId: unknown, blinded }, 61)).to.deep.equal([
      ['200', 60],
      ['RATE_LIMITED', 1],
    ]);
    expect(await send(claim, { invoiceId: sampleInvoice.id, blinded }, 61)).to.deep.equal([
      ['200', 60],
      ['RATE_LIMITED', 1],
    ]);
    expect(await send(trial, {}, 10)).to.deep.equal([['MISSING_FIELD', 10]]);
    expect(await send(trial, { blinded }, 6)).to.deep.equal([
      ['200', 5],
      ['RATE_LIMITED', 1],
    ]);
    expect(said).to.include('wait, or ask outside the lane');
    const invoice = { bundle: 'starter', asset: 'usdc-8453' };
    expect((await send('/api/plus/invoice', invoice, 21)).at(-1)).to.deep.equal([
      'RATE_LIMITED',
      1,
    ]);
    expect(said).to.include('wait, or show a pass');
  });

  it('is refused until the next whole minute if others used up a limit, so that it does not learn when they asked', async () => {
    const path = '/api/route/quote?fromChain=8453&toChain=42161&amount=25000000&token=USDC';
    await open({ method: 'GET', path, fields: {}, content: Buffer.alloc(0) }, true);
    await (await post()).arrayBuffer();
    const { status, fields, content } = sent[0] ?? {};
    const told = JSON.parse(Buffer.from(content ?? '').toString()) as { retryAfterMs: number }; // CAST: a refusal.

    // It is five seconds past the minute there.
    expect([status, told.retryAfterMs, fields?.['retry-after']]).to.deep.equal([429, 55_000, '55']);
  });

  it('shares a hundred times the reads of one client, but no more questions to engines and chains than one client has', async () => {
    const taken: number[] = [];
    for (const path of [
      '/api/plus/info',
      `/api/plus/invoice/${sampleInvoice.id}`,
      `/api/route/by-transaction?tx=${'0'.repeat(64)}`,
      '/api/status',
      '/api/route/quote?fromChain=8453&toChain=42161&amount=25000000&token=USDC',
      `/api/membership?address=${payer}`,
    ]) {
      await open({ method: 'GET', path, fields: {}, content: Buffer.alloc(0) });
      await (await post()).arrayBuffer();
      taken.push(quotas.at(-1) ?? 0);
      await service.get(path);
      taken.push(quotas.at(-1) ?? 0);
      await service.close();
    }
    await open({ method: 'GET', path: '/', fields: {}, content: Buffer.alloc(0) });

    expect(taken).to.deep.equal([12_000, 120, 12_000, 120, 12_000, 120, 6_000, 60, 40, 40, 30, 30]);
  });

  it('is advised to show a pass only if it can show one', async () => {
    const said: string[] = [];
    for (const method of ['GET', 'POST'] as const) {
      const asked = '?fromChain=8453&toChain=42161&amount=25000000&token=USDC';
      const path = `/api/route/quote${method === 'GET' ? asked : ''}`;
      const content = Buffer.from(method === 'GET' ? '' : JSON.stringify(order));
      await open({ method, path, fields: {}, content }, true);
      await (await post()).arrayBuffer();
      said.push(Buffer.from(sent[0]?.content ?? '').toString());
      if (method === 'GET') await service.close();
    }

    expect(said[0]).to.include('it takes no pass there: wait, or ask outside the lane');
    expect(said[1]).to.include('wait, or show a pass');
  });

  it('does not get the number of trial passes that are left: others took them', async () => {
    const blinded = [Buffer.alloc(256, 1).toString('base64')];
    const content = Buffer.from(JSON.stringify({ blinded }));
    await open({ method: 'POST', path: '/api/plus/trial', fields: {}, content });
    await (await post()).arrayBuffer();

    expect(JSON.parse(Buffer.from(sent[0]?.content ?? '').toString())).to.have.keys(
      'blindSigs',
      'seq',
      'thumb',
    );
  });
});

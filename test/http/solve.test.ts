import { expect } from 'chai';
import { arbitrumUsdc, baseUsdc, payer, recipient } from '@interline/http/testing';
import { type Service, startService } from './start-service.ts';

const sources = [
  { chain: 8453, token: 'USDC', amount: '25000000' },
  { chain: 'stellar', token: 'USDC' },
  { chain: 10, token: 'DOGE', amount: '1' },
];
const intent = { toChain: 42161, toToken: 'USDC', from: sources, amount: '7' };

describe('solve over HTTP', () => {
  let service: Service;
  beforeEach(async () => {
    service = await startService();
  });
  afterEach(async () => service.close());

  it('answers the same by GET and by POST', async () => {
    const posted = await service.post('/api/intent/solve', {
      ...intent,
      goal: 'cheapest',
      toAddress: recipient,
    });
    const query = new URLSearchParams({
      toChain: '42161',
      toToken: 'USDC',
      from: JSON.stringify(sources),
      amount: '7',
      goal: 'cheapest',
      toAddress: recipient,
    });
    const got = await service.get(`/api/intent/solve?${query.toString()}`);

    expect([posted.status, posted.headers.get('cache-control')]).to.deep.equal([200, 'no-store']);
    expect(got.body).to.deep.equal(posted.body);
    const [first, second] = service.deps.asked.solves;
    expect(first?.[0]).to.deep.equal(second?.[0]);
    expect(first?.[0]).to.deep.include({ to: arbitrumUsdc, recipient, goal: 'cheapest' });
    expect(first?.[0].sources[0])
      .to.have.property('request')
      .that.deep.includes({ from: baseUsdc, amount: 25_000_000n, payer: null });
  });

  it('carries all fields of a plan', async () => {
    const { body } = await service.post('/api/intent/solve', intent);

    expect(body).to.have.all.keys(
      'goal',
      'to',
      'plan',
      'alternatives',
      'skipped',
      'sourcesConsidered',
      'note',
    );
    expect(body).to.deep.include({
      goal: 'max-output',
      to: { chain: 42161, token: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831', symbol: 'USDC' },
      sourcesConsidered: 3,
    });
    expect(body['skipped']).to.deep.equal([
      {
        index: 2,
        from: { chain: 10, token: 'DOGE' },
        reason:
          'from.2.token "DOGE" is not a token this service knows on eip155:10; it knows USDC, USDC',
        errorCode: 'UNROUTABLE_LANE',
      },
    ]);
  });

  it('plans what the agent takes, and what execute takes once it is signed', async () => {
    const { body } = await service.post('/api/intent/solve', { ...intent, toAddress: recipient });
    const { execute } = body['plan'] as { readonly execute: Record<string, unknown> }; // CAST: checked against the endpoint's shape.
    const permit2 = {
      owner: payer,
      permitted: { token: baseUsdc.address, amount: '25000000' },
      nonce: '7',
      deadline: '1800001800',
      signature: '0x01',
    };

    expect(
      (await service.post('/api/agent/do', { ...execute, fromAddress: payer })).body['status'],
    ).to.equal('READY_TO_SIGN');
    expect(
      (await service.post('/api/route/execute', { ...execute, permit2 })).body['status'],
    ).to.equal('BRIDGING');
  });

  it('is an answer if no source is quoted', async () => {
    const quiet = await startService({
      useCases: {
        transfer: {
          solveIntent: async () => ({
            plan: null,
            alternatives: [],
            skipped: [{ index: 0, code: 'NO_ROUTE', reason: 'no price' }],
          }),
        },
      },
    });

    const { status, body } = await quiet.post('/api/intent/solve', {
      ...intent,
      from: sources.slice(0, 1),
    });
    await quiet.close();

    expect([status, body['plan'], body['alternatives'], body['note']]).to.deep.equal([
      200,
      null,
      [],
      'no source was quoted; skipped says why',
    ]);
  });

  it('takes one source and ten, not none and not eleven', async () => {
    const answered = async (count: number): Promise<unknown[]> => {
      const { status, body } = await service.post('/api/intent/solve', {
        ...intent,
        from: Array.from({ length: count }, () => sources[0]),
      });
      return [status, body['errorCode'] ?? body['sourcesConsidered']];
    };

    expect(await Promise.all([1, 10, 0, 11].map(answered))).to.deep.equal([
      [200, 1],
      [200, 10],
      [400, 'BAD_REQUEST'],
      [400, 'BAD_REQUEST'],
    ]);
  });

  for (const [what, change, code, field] of [
    ['no destination', { toChain: undefined }, 'MISSING_FIELD', 'toChain'],
    ['no destination token', { toToken: undefined }, 'MISSING_FIELD', 'toToken'],
    ['no sources', { from: undefined }, 'MISSING_FIELD', 'from'],
    ['sources that are not an array', { from: { chain: 8453 } }, 'BAD_REQUEST', 'from'],
    ['a source that is a text', { from: ['8453'] }, 'BAD_REQUEST', 'from.0'],
    [
      'a source without a chain',
      { from: [{ token: 'USDC', amount: '1' }] },
      'MISSING_FIELD',
      'from.0.chain',
    ],
    ['a source without any amount', { amount: undefined }, 'MISSING_FIELD', 'from.1.amount'],
    [
      'a source with a number for its amount',
      { from: [{ chain: 8453, amount: 1 }] },
      'BAD_AMOUNT',
      'from.0.amount',
    ],
    [
      'a source with null for its amount',
      { from: [{ chain: 8453, amount: null }] },
      'BAD_AMOUNT',
      'from.0.amount',
    ],
    ['a shared amount of zero', { amount: '0' }, 'BAD_AMOUNT', 'amount'],
    ['an unknown goal', { goal: 'best' }, 'BAD_REQUEST', 'goal'],
    ['an unknown destination', { toChain: 'dogecoin' }, 'UNROUTABLE_LANE', 'toChain'],
    ['an unknown destination token', { toToken: 'DOGE' }, 'UNROUTABLE_LANE', 'toToken'],
    ['a recipient that is a name', { toAddress: 'vitalik.eth' }, 'BAD_REQUEST', 'toAddress'],
  ] as const) {
    it(`refuses ${what} with ${code}`, async () => {
      const { body } = await service.post('/api/intent/solve', { ...intent, ...change });

      expect([body['errorCode'], body['details']]).to.deep.equal([code, { field }]);
      expect(service.deps.asked.solves).to.deep.equal([]);
    });
  }

  it('refuses sources in a query that are not a JSON array, write a key twice or reach for a prototype', async () => {
    for (const from of [
      '8453',
      '[',
      '{}',
      '',
      '[{"chain":8453,"chain":10,"amount":"1"}]',
      '[{"chain":8453,"amount":"1","__proto__":{"chain":10}}]',
      `${'['.repeat(40)}${']'.repeat(40)}`,
    ]) {
      const { status, body } = await service.get(
        `/api/intent/solve?${new URLSearchParams({ toChain: '42161', toToken: 'USDC', from }).toString()}`,
      );

      expect([status, body['errorCode'], body['details']], from).to.deep.equal([
        400,
        'BAD_REQUEST',
        { field: 'from' },
      ]);
      expect(body['usage'], from)
        .to.have.property('query')
        .that.includes.keys('toChain', 'toToken', 'from', 'goal', 'amount', 'toAddress');
    }
  });
});

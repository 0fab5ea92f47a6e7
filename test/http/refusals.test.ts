import { expect } from 'chai';
import { baseUsdc, payer, recipient, sampleRequest } from '@interline/http/testing';
import { type Service, startService } from './start-service.ts';

const lane = { fromChain: 8453, toChain: 42161, amount: '25000000', token: 'USDC' };
const permit2 = {
  owner: payer,
  permitted: { token: baseUsdc.address, amount: '25000000' },
  nonce: '7',
  deadline: '1800001800',
  signature: '0x01',
};
const ready = { ...lane, mode: 'permit2', permit2 };
const wrongCase = '0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

type Case = readonly [what: string, body: object, code: string, field?: string];

describe('a malformed request', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });
  after(async () => service.close());

  const shared: readonly Case[] = [
    ['no body at all', {}, 'MISSING_FIELD', 'fromChain'],
    ['no source', { ...lane, fromChain: undefined }, 'MISSING_FIELD', 'fromChain'],
    ['no destination', { ...lane, toChain: undefined }, 'MISSING_FIELD', 'toChain'],
    ['no amount', { ...lane, amount: undefined }, 'MISSING_FIELD', 'amount'],
    ['an amount that is a JSON number', { ...lane, amount: 25_000_000 }, 'BAD_AMOUNT', 'amount'],
    ['an amount of null', { ...lane, amount: null }, 'BAD_AMOUNT', 'amount'],
    ['an amount of zero', { ...lane, amount: '0' }, 'BAD_AMOUNT', 'amount'],
    ['a negative amount', { ...lane, amount: '-1' }, 'BAD_AMOUNT', 'amount'],
    ['a signed amount', { ...lane, amount: '+1' }, 'BAD_AMOUNT', 'amount'],
    ['a decimal amount', { ...lane, amount: '1.5' }, 'BAD_AMOUNT', 'amount'],
    ['an amount with an exponent', { ...lane, amount: '1e6' }, 'BAD_AMOUNT', 'amount'],
    ['a hexadecimal amount', { ...lane, amount: '0x10' }, 'BAD_AMOUNT', 'amount'],
    ['an amount with a leading zero', { ...lane, amount: '01' }, 'BAD_AMOUNT', 'amount'],
    ['an amount with a space', { ...lane, amount: ' 1' }, 'BAD_AMOUNT', 'amount'],
    ['an amount of 2^256', { ...lane, amount: (2n ** 256n).toString() }, 'BAD_AMOUNT', 'amount'],
    ['an amount of 50,000 digits', { ...lane, amount: '9'.repeat(50_000) }, 'BAD_AMOUNT', 'amount'],
    ['a chain that is a fraction', { ...lane, fromChain: 8453.5 }, 'BAD_REQUEST', 'fromChain'],
    ['a chain that is an object', { ...lane, toChain: { id: 1 } }, 'BAD_REQUEST', 'toChain'],
    ['an unknown chain', { ...lane, toChain: 'dogecoin' }, 'UNROUTABLE_LANE', 'toChain'],
    [
      'an unknown token',
      { ...lane, token: undefined, fromToken: 'DOGE' },
      'UNROUTABLE_LANE',
      'fromToken',
    ],
    ['a symbol two tokens share', { ...lane, toChain: 10 }, 'BAD_REQUEST', 'token'],
    ['an empty token', { ...lane, token: '' }, 'BAD_REQUEST', 'token'],
    ['slippage in a string', { ...lane, slippage: '0.01' }, 'BAD_REQUEST', 'slippage'],
    ['slippage above a half', { ...lane, slippage: 0.500001 }, 'BAD_REQUEST', 'slippage'],
    ['negative slippage', { ...lane, slippage: -0.1 }, 'BAD_REQUEST', 'slippage'],
    [
      'a recipient with a wrong checksum',
      { ...lane, toAddress: wrongCase },
      'BAD_REQUEST',
      'toAddress',
    ],
    [
      'a recipient that is a name',
      { ...lane, toAddress: 'vitalik.eth' },
      'BAD_REQUEST',
      'toAddress',
    ],
    [
      'rails that are not an array',
      { ...lane, excludeRails: 'lifi' },
      'BAD_REQUEST',
      'excludeRails',
    ],
    [
      'a rail that could break a reason apart',
      { ...lane, excludeRails: ['a|b'] },
      'BAD_REQUEST',
      'excludeRails.0',
    ],
    [
      '33 rails',
      { ...lane, excludeRails: Array.from({ length: 33 }, () => 'lifi') },
      'BAD_REQUEST',
      'excludeRails',
    ],
    ['a pass that is an object', { ...lane, pass: {} }, 'BAD_REQUEST', 'pass'],
  ];

  for (const path of [
    '/api/route/quote',
    '/api/route/compare',
    '/api/agent/do',
    '/api/route/execute',
    '/api/route/preflight',
    '/api/floatlane/execute',
  ]) {
    for (const [what, body, code, field] of shared) {
      it(`with ${what} is ${code} on ${path}`, async () => {
        const rest =
          path === '/api/agent/do'
            ? { fromAddress: payer }
            : path === '/api/route/preflight' || path.endsWith('/execute')
              ? { toAddress: recipient }
              : {};
        const { body: error } = await service.post(
          path,
          what === 'no body at all' ? '' : { ...rest, ...body },
        );

        expect([error['errorCode'], detailsOf(error)['field']]).to.deep.equal([code, field]);
      });
    }
  }

  const onlyExecute: readonly Case[] = [
    ['a key with a typo', { ...ready, liv: true }, 'BAD_REQUEST', 'liv'],
    [
      'a typo inside the permit',
      { ...ready, permit2: { ...permit2, sig: '0x' } },
      'BAD_REQUEST',
      'permit2.sig',
    ],
    ['live as text', { ...ready, live: 'false' }, 'BAD_REQUEST', 'live'],
    ['live as a number', { ...ready, live: 1 }, 'BAD_REQUEST', 'live'],
    ['dryRun as text', { ...ready, dryRun: 'true' }, 'BAD_REQUEST', 'dryRun'],
    ['dryRun as null', { ...ready, dryRun: null }, 'BAD_REQUEST', 'dryRun'],
    [
      'allowBurnAddress as text',
      { ...ready, allowBurnAddress: 'yes' },
      'BAD_REQUEST',
      'allowBurnAddress',
    ],
    ['a mode of its own', { ...ready, mode: 'eip3009' }, 'BAD_REQUEST', 'mode'],
    ['a permit but no mode', { ...lane, permit2 }, 'BAD_REQUEST', 'mode'],
    ['a permit in self mode', { ...ready, mode: 'self' }, 'BAD_REQUEST', 'mode'],
    ['permit2 mode without the permit', { ...lane, mode: 'permit2' }, 'MISSING_FIELD', 'permit2'],
    ['self mode without a recipient', lane, 'MISSING_FIELD', 'toAddress'],
    ['a permit that is text', { ...ready, permit2: '0x' }, 'BAD_REQUEST', 'permit2'],
    [
      'a permit without owner',
      { ...ready, permit2: { ...permit2, owner: undefined } },
      'MISSING_FIELD',
      'permit2.owner',
    ],
    [
      'a permit without amount',
      { ...ready, permit2: { ...permit2, permitted: { token: baseUsdc.address } } },
      'MISSING_FIELD',
      'permit2.permitted.amount',
    ],
    [
      'a permitted amount that is a number',
      { ...ready, permit2: { ...permit2, permitted: { token: baseUsdc.address, amount: 1 } } },
      'BAD_AMOUNT',
      'permit2.permitted.amount',
    ],
    [
      'an owner with a wrong checksum',
      { ...ready, permit2: { ...permit2, owner: wrongCase } },
      'BAD_REQUEST',
      'permit2.owner',
    ],
    [
      'a nonce that is a number',
      { ...ready, permit2: { ...permit2, nonce: 7 } },
      'BAD_REQUEST',
      'permit2.nonce',
    ],
    [
      'a padded nonce',
      { ...ready, permit2: { ...permit2, nonce: '007' } },
      'BAD_REQUEST',
      'permit2.nonce',
    ],
    [
      'a nonce of 2^256',
      { ...ready, permit2: { ...permit2, nonce: (2n ** 256n).toString() } },
      'BAD_REQUEST',
      'permit2.nonce',
    ],
    [
      'a deadline in hexadecimal',
      { ...ready, permit2: { ...permit2, deadline: '0x6b49d200' } },
      'BAD_REQUEST',
      'permit2.deadline',
    ],
    [
      'a signature with half a byte',
      { ...ready, permit2: { ...permit2, signature: '0x012' } },
      'BAD_REQUEST',
      'permit2.signature',
    ],
    [
      'an empty signature',
      { ...ready, permit2: { ...permit2, signature: '0x' } },
      'BAD_REQUEST',
      'permit2.signature',
    ],
    [
      'an allowance of another kind',
      {
        ...ready,
        permit2: {
          ...permit2,
          allowance: { kind: 'dai', value: '1', deadline: '1', signature: '0x01' },
        },
      },
      'BAD_REQUEST',
      'permit2.allowance.kind',
    ],
    ['a negative floor', { ...ready, minOut: '-1' }, 'BAD_AMOUNT', 'minOut'],
    ['a floor that is a number', { ...ready, minOut: 1 }, 'BAD_AMOUNT', 'minOut'],
    [
      'a bad amount on a rehearsal',
      { ...ready, amount: '0', dryRun: true },
      'BAD_AMOUNT',
      'amount',
    ],
  ];

  for (const path of ['/api/route/execute', '/api/floatlane/execute']) {
    for (const [what, body, code, field] of onlyExecute) {
      it(`with ${what} is ${code} on ${path}, and reaches no use case`, async () => {
        const { body: error } = await service.post(path, body);

        expect([error['errorCode'], detailsOf(error)['field']]).to.deep.equal([code, field]);
        expect(service.deps.asked.executes).to.deep.equal([]);
      });
    }
  }

  it('explains where an allowance belongs that stands next to the permit', async () => {
    const { body } = await service.post('/api/route/execute', { ...ready, allowance: {} });

    expect(body['error']).to.equal(
      '"allowance" is not a field of this request; send it as permit2.allowance',
    );
  });

  it('names the field, what was found and what was wanted', async () => {
    const { body } = await service.post('/api/route/execute', { ...ready, live: 'false' });
    const { body: missing } = await service.post('/api/route/quote', {});

    expect(body['error']).to.equal('live must be true or false; got "false"');
    expect(missing['error']).to.equal(
      'fromChain is missing; wanted an EVM chain id such as 8453, or a node\'s name such as "stellar"',
    );
  });

  for (const found of [-1, 0, 1e300, '']) {
    it(`with the chain ${JSON.stringify(found)} gets an explanation of what a chain is, in our words and not the validator's`, async () => {
      const { body } = await service.post('/api/route/quote', { ...lane, fromChain: found });

      expect(body['error']).to.equal(
        `fromChain must be an EVM chain id such as 8453, or a node's name such as "stellar"; got ${JSON.stringify(found)}`,
      );
    });
  }

  it('with an empty time gets an explanation of what a time is', async () => {
    const route = { ...lane, toAddress: recipient };
    const { body: schedule } = await service.post('/api/route/schedule', { route, at: '' });
    const { body: condition } = await service.post('/api/route/conditional', {
      route,
      when: { type: 'timeAfter', value: '' },
    });

    expect(schedule['error']).to.equal(
      'at must be epoch seconds (below 1e11) or milliseconds, or ISO 8601 such as 2026-10-01T12:00:00Z; got ""',
    );
    expect(condition['error']).to.equal(
      'when.value must be a price in USD with at most 6 decimals, or a time as epoch or ISO 8601; got ""',
    );
  });

  it('carries the action to take and an example', async () => {
    for (const [path, body] of [
      ['/api/route/quote', {}],
      ['/api/agent/do', { ...lane, fromAddress: payer, slippage: 'x' }],
      ['/api/route/execute', { liv: 1 }],
    ] as const) {
      const { status, body: error } = await service.post(path, body);
      expect(status).to.equal(400);
      expect(error).to.include.keys('suggestedAction', 'example');
    }
  });

  it('is refused with any sandbox header but 1', async () => {
    for (const headers of [
      { 'x-svc-sandbox': 'true' },
      { 'x-svc-sandbox': '0' },
      { 'x-svc-sandbox': '1', 'x-svc-sandbox-outcome': 'lost' },
      { 'x-svc-sandbox-outcome': 'failed' },
    ]) {
      const { body } = await service.post('/api/route/execute', ready, headers);
      expect(body['errorCode']).to.equal('BAD_REQUEST');
    }
  });
});

describe('a malformed query', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });
  after(async () => service.close());

  it('of a quote is answered with its usage', async () => {
    for (const query of [
      '',
      '?fromChain=8453',
      '?fromChain=8453&toChain=42161&amount=x',
      '?fromChain=8453&toChain=42161&amount=1&amount=2',
      '?fromChain=8453&toChain=42161&amount=1&slippage=1%25',
    ]) {
      const { status, body } = await service.get(`/api/route/quote${query}`);

      expect([status, usageOf(body)], query).to.deep.equal([
        400,
        'GET /api/route/quote?fromChain=8453&toChain=42161&token=USDC&amount=25000000',
      ]);
    }
  });

  it('writes slippage as a plain decimal, strictly', async () => {
    const answered = async (slippage: string): Promise<number> =>
      (
        await service.get(
          `/api/route/quote?fromChain=8453&toChain=42161&amount=1&slippage=${encodeURIComponent(slippage)}`,
        )
      ).status;

    for (const fine of ['0', '0.005', '0.5']) expect(await answered(fine), fine).to.equal(200);
    for (const bad of ['0.51', '-0', '.5', '5e-3', '0x1', '', ' 0.1', 'NaN', '0,005', '00.1'])
      expect(await answered(bad), bad).to.equal(400);
  });

  it('of a status names the id', async () => {
    expect((await service.get('/api/route/status')).body).to.deep.include({
      errorCode: 'MISSING_FIELD',
      details: { field: 'id' },
    });
    expect((await service.get('/api/route/status?id=rt_1')).body['errorCode']).to.equal(
      'UNKNOWN_ROUTE',
    );
    expect(
      (await service.get(`/api/route/status?id=${'x'.repeat(129)}`)).body['errorCode'],
    ).to.equal('BAD_REQUEST');
  });

  it('of the gasless terms is refused without a numeric chain id', async () => {
    expect((await service.get('/api/gasless/info?chainId=base')).body['errorCode']).to.equal(
      'BAD_REQUEST',
    );
    expect((await service.get('/api/gasless/info?chainId=999999')).status).to.equal(404);
  });
});

describe('both sides of each bound', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });
  after(async () => service.close());

  it('hold for the largest amount, floor and nonce', async () => {
    const most = (2n ** 256n - 1n).toString();

    expect((await service.post('/api/route/quote', { ...lane, amount: most })).status).to.equal(
      200,
    );
    expect((await service.post('/api/route/quote', { ...lane, amount: '1' })).status).to.equal(200);
    expect(
      (
        await service.post('/api/route/execute', {
          ...ready,
          minOut: most,
          permit2: { ...permit2, nonce: most },
        })
      ).status,
    ).to.equal(200);
    expect(
      (
        await service.post('/api/route/execute', {
          ...ready,
          minOut: '0',
          excludeRails: Array.from({ length: 32 }, () => 'lifi'),
        })
      ).status,
    ).to.equal(200);
    expect(service.deps.asked.executes.map((request) => request.quote.payer)).to.deep.equal([
      sampleRequest.payer,
      sampleRequest.payer,
    ]);
  });
});

function detailsOf(error: Record<string, unknown>): Record<string, unknown> {
  return (error['details'] ?? {}) as Record<string, unknown>; // CAST: checked against the error's shape.
}

function usageOf(error: Record<string, unknown>): unknown {
  return (error['usage'] as Record<string, unknown> | undefined)?.['request']; // CAST: checked against the error's shape.
}

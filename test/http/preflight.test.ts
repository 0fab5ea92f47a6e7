import { expect } from 'chai';
import { baseUsdc, floatAccount, operatorToken, payer, recipient } from '@interline/http/testing';
import { type Service, startService } from './start-service.ts';

const lane = {
  fromChain: 8453,
  toChain: 42161,
  amount: '25000000',
  token: 'USDC',
  toAddress: recipient,
};
const permit2 = {
  owner: payer,
  permitted: { token: baseUsdc.address, amount: '25000000' },
  nonce: '7',
  deadline: '1800001800',
  signature: '0x01',
};

describe('a preflight over HTTP', () => {
  let service: Service;
  beforeEach(async () => {
    service = await startService();
  });
  afterEach(async () => service.close());

  it('is a go with what execute would try', async () => {
    const { status, headers, body } = await service.post('/api/route/preflight', {
      ...lane,
      mode: 'permit2',
      permit2,
    });

    expect([status, headers.get('cache-control')]).to.deep.equal([200, 'no-store']);
    expect(body).to.deep.equal({
      go: true,
      blockers: [],
      warnings: [],
      rankedRails: [
        {
          rail: 'floatlane',
          bridge: 'floatlane',
          estOut: '24975000',
          minOut: '24875000',
          fee: '20000',
          etaSeconds: 12,
          needsLive: true,
        },
      ],
    });
  });

  it('has every blocker with its fix', async () => {
    const blockers = [
      { code: 'PAYER_NOT_READY', reason: 'the payer holds 1', fix: 'Send 24999999 more.' },
      { code: 'CHAIN_UNREACHABLE', reason: 'eip155:42161 is silent', fix: 'Try again shortly.' },
    ] as const;
    const poor = await startService({
      useCases: {
        transfer: {
          preflightRoute: async () => ({
            blockers,
            warnings: ['the payer has code'],
            rankedOffers: [],
          }),
        },
      },
    });

    const { status, body } = await poor.post('/api/route/preflight', {
      ...lane,
      mode: 'permit2',
      permit2,
    });
    await poor.close();

    expect([status, body]).to.deep.equal([
      200,
      {
        go: false,
        blockers: [
          {
            code: 'PAYER_NOT_READY',
            error: 'the payer holds 1',
            suggestedAction: 'Send 24999999 more.',
          },
          {
            code: 'CHAIN_UNREACHABLE',
            error: 'eip155:42161 is silent',
            suggestedAction: 'Try again shortly.',
          },
        ],
        warnings: ['the payer has code'],
        rankedRails: [],
      },
    ]);
  });

  it('takes what execute takes, and a body without the permit too', async () => {
    await service.post('/api/route/execute', {
      ...lane,
      mode: 'permit2',
      permit2,
      minOut: '24000000',
      live: true,
    });
    await service.post('/api/route/preflight', {
      ...lane,
      mode: 'permit2',
      permit2,
      minOut: '24000000',
      live: true,
    });
    await service.post('/api/route/preflight', { ...lane, mode: 'permit2', fromAddress: payer });
    await service.post('/api/route/preflight', { ...lane, mode: 'permit2' });

    const { executes, preflights } = service.deps.asked;
    expect(preflights[0]).to.deep.equal(executes[0]);
    expect(preflights.slice(1).map(({ permit, quote }) => [permit, quote.payer])).to.deep.equal([
      [null, payer],
      [null, null],
    ]);
    expect(executes).to.have.length(1);
  });

  it('recognises the operator, and ignores the sandbox and idempotency headers', async () => {
    await service.post('/api/route/preflight', lane, {
      authorization: `Bearer ${operatorToken}`,
      'x-svc-sandbox': '1',
      'idempotency-key': 'k-1',
    });

    const [request] = service.deps.asked.preflights;
    expect([
      request?.mode,
      request?.isOperator,
      request?.quote.payer,
      request?.sandbox,
      request?.idempotency,
    ]).to.deep.equal(['self', true, floatAccount, null, null]);
  });

  it('is refused as execute is if the body says nothing that could be judged', async () => {
    const codes = await Promise.all(
      [
        { ...lane, amount: '0' },
        { ...lane, liv: true },
        { ...lane, toAddress: undefined },
        { ...lane, permit2 },
      ].map(async (body) => (await service.post('/api/route/preflight', body)).body['errorCode']),
    );

    expect(codes).to.deep.equal(['BAD_AMOUNT', 'BAD_REQUEST', 'MISSING_FIELD', 'BAD_REQUEST']);
  });
});

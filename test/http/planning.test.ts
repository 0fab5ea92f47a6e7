import { payer, recipient } from '@interline/http/testing';
import { expect } from 'chai';
import { type Service, startService } from './start-service.ts';

const plan = {
  to: { chain: 42161, token: 'USDC', amount: '20000000', address: recipient },
  from: [
    { chain: 8453, token: 'USDC', amount: '25000000' },
    { chain: 10, token: 'DOGE', amount: '1' },
  ],
};
const planId = 'plan_0123456789abcdef0123456789abcdef';

describe('planning over HTTP', () => {
  let service: Service;
  beforeEach(async () => {
    service = await startService();
  });
  afterEach(async () => service.close());

  it('answers a plan by POST, and the same by its id', async () => {
    const made = await service.post('/api/plan', { ...plan, account: payer });
    const read = await service.get(`/api/plan/${planId}`);

    expect([made.status, read.status]).to.deep.equal([200, 200]);
    expect(read.body).to.deep.equal(made.body);
    expect(made.body['total']).to.deep.equal({
      in: [
        {
          chain: 8453,
          token: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
          symbol: 'USDC',
          amount: '25000000',
        },
      ],
      estOut: '24980000',
      minOut: '24980000',
      feeBps: 8,
      etaSeconds: 4,
    });
  });

  it('refuses with 422 what no source can deliver, and gives the reason of each source as it was sent', async () => {
    const { status, body } = await service.post('/api/plan', {
      ...plan,
      to: { ...plan.to, amount: '1000000000000' },
    });

    expect([status, body['errorCode']]).to.deep.equal([422, 'PLAN_UNSATISFIABLE']);
    expect(body['details']).to.deep.equal({
      rejected: plan.from.map((from) => ({
        from,
        rail: 'floatlane',
        code: 'INSUFFICIENT_FLOAT',
        reason: 'the float holds less',
      })),
    });
  });

  it('takes from 1 to 10 sources, known constraints and no others', async () => {
    const codeOf = async (change: object): Promise<unknown> =>
      (await service.post('/api/plan', { ...plan, ...change })).body['errorCode'] ?? 'none';
    const [source] = plan.from;

    expect(await codeOf({ from: [] })).to.equal('BAD_REQUEST');
    expect(await codeOf({ from: Array.from({ length: 10 }, () => source) })).to.equal('none');
    expect(await codeOf({ from: Array.from({ length: 11 }, () => source) })).to.equal(
      'BAD_REQUEST',
    );
    expect(await codeOf({ constraints: { maxfeebps: 1 } })).to.equal('BAD_REQUEST');
    expect(await codeOf({ constraints: { excludeRails: ['flaotlane'] } })).to.equal('BAD_REQUEST');
    expect(await codeOf({ constraints: { allowSplit: 'false' } })).to.equal('BAD_REQUEST');
    expect(await codeOf({ to: { ...plan.to, amount: '0' } })).to.equal('BAD_AMOUNT');
  });

  it('shows calls as wallet_sendCalls takes them, and knows no other plan', async () => {
    const { body } = await service.post('/api/plan/calls', { planId });
    const unknown = await service.post('/api/plan/calls', { planId: `plan_${'0'.repeat(32)}` });

    expect(body).to.deep.include({ version: '2.0.0', chainId: '0x2105', atomicRequired: false });
    expect([unknown.status, unknown.body['errorCode']]).to.deep.equal([404, 'UNKNOWN_PLAN']);
  });

  it('takes hours from one bucket to thirty days', async () => {
    const statusOf = async (hours: string): Promise<number> =>
      (await service.get(`/api/plan/corridors?from=8453&to=42161&token=USDC&hours=${hours}`))
        .status;

    expect(await Promise.all(['5', '6', '720', '721'].map(statusOf))).to.deep.equal([
      400, 200, 200, 400,
    ]);
  });
});

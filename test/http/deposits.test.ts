import { expect } from 'chai';
import { type Service, startService } from './start-service.ts';

const toAddress = '0x1111111111111111111111111111111111111111';
const refundAddress = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const body = { fromChain: 'bitcoin', toChain: 8453, toToken: 'USDC', amount: '50000', toAddress };

describe('a transfer out of bitcoin over HTTP', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });
  after(async () => service.close());

  it('is a deposit if mode is omitted, and its sender is not the payer to be paid back', async () => {
    await service.post('/api/route/execute', {
      ...body,
      live: true,
      refundAddress,
      fromAddress: refundAddress,
    });
    const asked = service.deps.asked.executes.at(-1);

    expect([asked?.mode, asked?.quote.payer, asked?.quote.refundAddress]).to.deep.equal([
      'deposit',
      null,
      refundAddress,
    ]);
  });

  it('with a permit is a mistake, which is explained with the fix', async () => {
    const reply = await service.post('/api/route/execute', { ...body, mode: 'permit2' });

    expect([reply.status, reply.body['details']]).to.deep.equal([400, { field: 'mode' }]);
    expect(reply.body['error']).to.contain('leave mode and permit2 out');
  });

  it('has nothing to sign for an agent, and the execute body that gets an address', async () => {
    const { status, body: answer } = await service.post('/api/agent/do', body);

    expect([status, answer['status'], answer['signRequest']]).to.deep.equal([200, 'DEPOSIT', null]);
    expect(answer['execute'])
      .to.include({ fromChain: 'bitcoin', live: true, toAddress })
      .and.not.have.property('mode');
    expect(answer['execute']).to.have.property('minOut');
  });

  it('needs a recipient, which no bitcoin address can be', async () => {
    const { toAddress: _, ...unsettled } = body;
    for (const path of ['/api/route/execute', '/api/agent/do']) {
      const reply = await service.post(path, { ...unsettled, fromAddress: refundAddress });
      expect([reply.status, reply.body['details']], path).to.deep.equal([
        400,
        { field: 'toAddress' },
      ]);
    }
  });
});

describe('a refund address that is named later', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });
  after(async () => service.close());

  const asked = {
    id: 'rt_0123456789abcdef0123456789abcdef',
    refundClaim: 'the claim',
    refundAddress,
  };

  it('is taken with the claim of execute, and refused with another', async () => {
    const taken = await service.post('/api/route/refund-address', asked);
    const refused = await service.post('/api/route/refund-address', {
      ...asked,
      refundClaim: 'a guess',
    });

    expect([taken.status, taken.body]).to.deep.equal([200, { id: asked.id, refundAddress }]);
    expect([refused.status, refused.body['errorCode']]).to.deep.equal([
      403,
      'REFUND_CLAIM_INVALID',
    ]);
  });

  it("must be an address of the deposit's chain", async () => {
    const reply = await service.post('/api/route/refund-address', {
      ...asked,
      refundAddress: toAddress,
    });

    expect([reply.status, reply.body['details']]).to.deep.equal([400, { field: 'refundAddress' }]);
  });

  it('of an unknown route is 404', async () => {
    const reply = await service.post('/api/route/refund-address', { ...asked, id: 'rt_1' });

    expect([reply.status, reply.body['errorCode']]).to.deep.equal([404, 'UNKNOWN_ROUTE']);
  });
});

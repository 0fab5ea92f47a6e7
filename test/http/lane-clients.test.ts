import { payer, samplePass } from '@interline/http/testing';
import { expect } from 'chai';
import { startService } from './start-service.ts';

const execute = '/api/route/execute';
const order = { fromChain: 8453, toChain: 42161, amount: '25000000', token: 'USDC' };

describe('clients of the private lane', () => {
  it('are one client without passes, and one for each pass, so that ten requests do not lock out the others', async () => {
    const service = await startService({
      useCases: {
        privateLane: {
          // What its sender would have sealed.
          openRequest: async (bytes) => ({
            kem: 'X25519',
            asked: {
              method: 'POST',
              path: execute,
              fields: { 'content-type': 'application/json' },
              content: bytes,
            },
            seal: () => Buffer.alloc(8_192),
          }),
        },
      },
    });
    const send = (pass?: string): Promise<Response> =>
      fetch(`${service.url}/api/ohttp/gateway`, {
        method: 'POST',
        headers: { 'content-type': 'message/ohttp-req' },
        body: JSON.stringify({ ...order, toAddress: payer, mode: 'self', dryRun: true, pass }),
      });
    for (const pass of [undefined, undefined, samplePass(1), samplePass(2)]) await send(pass);
    await service.post(execute, { ...order, toAddress: payer, mode: 'self', dryRun: true });
    await service.close();

    const clients = service.deps.asked.executes.map(({ client }) => client);
    expect(clients).to.have.length(5);
    expect(clients[0]).to.equal(clients[1]);
    expect(new Set(clients).size).to.equal(4);
    // The lane as a whole has one share of the engines' limits; a pass brings one for its request.
    const askers = service.deps.asked.executes.map(({ askedBy }) => String(askedBy));
    expect(askers).to.have.length(5);
    expect(askers[0]).to.equal(askers[1]);
    expect(new Set(askers).size).to.equal(4);
  });
});

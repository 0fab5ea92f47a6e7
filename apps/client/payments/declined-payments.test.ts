import { expect } from 'chai';
import type { Client } from '../client.ts';
import { headerOf } from './demand.ts';
import { payFetch } from './pay-fetch.ts';

const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const demand = {
  scheme: 'exact',
  network: 'eip155:8453',
  asset: usdc,
  amount: '1000000',
  payTo: '0x2222222222222222222222222222222222222222',
  maxTimeoutSeconds: 60,
};

describe('a payment that its wallet does not sign', () => {
  it("takes nothing of the day's budget", async () => {
    const balances = { items: [{ chainId: 8453, token: usdc, amount: '9000000' }] };
    // CAST: nothing else of it is called.
    const client = { call: async () => balances } as unknown as Client;
    const required = headerOf({ x402Version: 2, accepts: [demand] });
    let isWilling = false;
    const wallet = {
      getAddress: async () => '0x1111111111111111111111111111111111111111',
      async signTypedData() {
        if (!isWilling) throw new Error('not today');
        return `0x${'1b'.repeat(65)}`;
      },
    };
    const pay = payFetch(client, wallet, {
      maxPerDay: '100',
      fetch: async (input) =>
        new Request(input).headers.has('PAYMENT-SIGNATURE')
          ? new Response('sold')
          : new Response('', { status: 402, headers: { 'PAYMENT-REQUIRED': required } }),
    });

    const refused = await pay('https://seller.example/').catch((error: unknown) => String(error));
    isWilling = true;
    const answer = await pay('https://seller.example/');

    expect([refused, await answer.text()]).to.deep.equal(['Error: not today', 'sold']);
  });
});

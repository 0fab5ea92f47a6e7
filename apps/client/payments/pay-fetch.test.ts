import { expect } from 'chai';
import { createClient } from '../client.ts';
import { usdcOn } from '../usdc-contracts.ts';
import { headerOf } from './demand.ts';
import { PaymentError, payFetch } from './pay-fetch.ts';

const wallet = {
  getAddress: async () => `0x${'11'.repeat(20)}`,
  signTypedData: async () => `0x${'1b'.repeat(65)}`,
};
const demand = {
  scheme: 'exact',
  network: 'eip155:8453',
  asset: usdcOn(8453),
  amount: '10000',
  payTo: `0x${'22'.repeat(20)}`,
  maxTimeoutSeconds: 60,
};

/** Answers with 402 from that place, and with 200 to whoever pays. */
function sellerAt(place: string) {
  const paid: string[] = [];
  const send: typeof fetch = async (input) => {
    const request = new Request(input);
    if (request.headers.has('PAYMENT-SIGNATURE')) paid.push(request.url);
    const answer = new Response(null, {
      status: paid.length > 0 ? 200 : 402,
      headers: { 'PAYMENT-REQUIRED': headerOf({ x402Version: 2, accepts: [demand] }) },
    });
    Object.defineProperties(answer, {
      url: { value: place },
      redirected: { value: place !== request.url },
    });
    return answer;
  };
  return { paid, send };
}

const service = createClient({
  baseUrl: 'https://interline.example',
  fetch: async () =>
    Response.json({
      items: [{ chainId: 8453, token: demand.asset, amount: '50000', permit2Allowance: '0' }],
    }),
});

describe('a 402 that came by a redirect', () => {
  const url = 'http://shop.example/weather';
  const askedAt = async (place: string, asked = url) => {
    const { paid, send } = sellerAt(place);
    const pay = payFetch(service, wallet, { maxPerDay: '100', fetch: send });
    const answer = await pay(asked).catch((error: unknown) => error);
    return { answer, paid };
  };

  it('is paid to the host that was asked', async () => {
    for (const place of [url, 'https://shop.example/en/weather']) {
      const { answer, paid } = await askedAt(place);

      expect(answer).to.include({ status: 200 });
      expect(paid).to.deep.equal([url]);
    }
  });

  it('is not paid to another one', async () => {
    const { answer, paid } = await askedAt('https://thief.example/weather');

    expect(answer).to.be.instanceOf(PaymentError);
    expect(String(answer)).to.match(/sent the request on to thief.example/);
    expect(paid).to.deep.equal([]);
  });

  it('is not paid without TLS where it was asked with it', async () => {
    const { answer, paid } = await askedAt('http://shop.example/en', 'https://shop.example/');

    expect(answer).to.be.instanceOf(PaymentError);
    expect(paid).to.deep.equal([]);
  });
});

describe('a 402 that is paid by Permit2 alone', () => {
  const askedWith = async (amount: string, permit2Allowance: string) => {
    const byPermit2 = { ...demand, extra: { assetTransferMethod: 'permit2' } };
    const item = { chainId: 8453, token: demand.asset, amount, pullable: '2612', permit2Allowance };
    const client = createClient({
      baseUrl: 'https://interline.example',
      fetch: async () => Response.json({ items: [item] }),
    });
    const send: typeof fetch = async (input) =>
      new Response(null, {
        status: new Request(input).headers.has('PAYMENT-SIGNATURE') ? 200 : 402,
        headers: { 'PAYMENT-REQUIRED': headerOf({ x402Version: 2, accepts: [byPermit2] }) },
      });
    return payFetch(client, wallet, { maxPerDay: '100', fetch: send })('https://shop.example')
      .then(({ status }) => String(status))
      .catch(String);
  };

  it('takes an allowance of its price, whatever the payer holds', async () => {
    expect(await askedWith('50000', '10000')).to.equal('200');
  });

  it('says how to approve it where the allowance is too small', async () => {
    expect(await askedWith('50000', '9999')).to.match(
      /takes 0\.01 USD of .* may take 0\.009999 USD of .*interline sponsor send --chain 8453 approve:USDC:0x0{10}22D473/,
    );
  });

  it('says what is held where that is too little', async () => {
    expect(await askedWith('9999', '50000')).to.match(
      /takes 0\.01 USD .* holds 0\.009999 USD there/,
    );
  });
});

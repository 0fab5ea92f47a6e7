import { asUnits, evmChain } from '@interline/kernel';
import { parts } from '@interline/server';
import { wrapFetchWithPayment } from '@x402/fetch';
import { decodePaymentRequiredHeader, decodePaymentResponseHeader } from '@x402/core/http';
import { expect } from 'chai';
import { type Harness, startHarness } from '../support/harness.ts';
import { usdcBalance } from '../support/usdc-balance.ts';
import { booksOf, sentBy } from '../sponsor/sponsor-scene.ts';
import { buyer, chainId, demandOf, keyOf } from './payments-scene.ts';

const elsewhere = 42161;

/** Of a service whose limits are the usual ones. */
describe('a request beyond its limit', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness({ chainIds: [chainId, elsewhere], limitScale: 1 });
  });
  after(() => harness.stop());

  const asking = { headers: { prefer: 'x402' } };
  const used = async (path: string) => {
    const url = `${harness.url}${path}`;
    let left = 200;
    while ((await fetch(url)).status === 200 && left > 0) left -= 1;
    return url;
  };

  it('is 429, or 402 for a client that prefers to pay a cent for it', async () => {
    const url = await used('/api/payments/supported');

    const plain = await fetch(url);
    const demanded = await fetch(url, asking);

    expect([plain.status, plain.headers.get('payment-required')]).to.deep.equal([429, null]);
    expect(demanded.status).to.equal(402);
    const body = (await demanded.json()) as Record<'errorCode' | 'suggestedAction', string>;
    expect(body.errorCode).to.equal('RATE_LIMITED');
    expect(body.suggestedAction).to.include('Pay what the header PAYMENT-REQUIRED demands');
    const { accepts, resource } = decodePaymentRequiredHeader(
      demanded.headers.get('payment-required') ?? '',
    );
    expect(resource?.url).to.equal(url);
    expect(accepts.map(({ network, amount }) => [network, amount])).to.deep.equal([
      ['eip155:8453', '10000'],
      ['eip155:42161', '10000'],
    ]);
  });

  it('is answered once it is paid, once for each payment, and the books have the fee', async () => {
    const url = await used('/api/payments/supported');
    const payer = await buyer(harness);
    const signed: Headers[] = [];
    const noting: typeof fetch = (input, init) => {
      const request = new Request(input, init);
      signed.push(request.headers);
      return fetch(request);
    };
    const before = await booksOf(harness);

    const answer = await wrapFetchWithPayment(noting, payer.client)(url, asking);
    const [, paid] = signed;
    const again = await fetch(url, { headers: Object.fromEntries(paid ?? []) });

    expect(answer.status).to.equal(200);
    expect(await answer.json()).to.have.property('kinds');
    const { success } = decodePaymentResponseHeader(answer.headers.get('payment-response') ?? '');
    expect(success).to.equal(true);
    expect(again.status).to.equal(402);
    const { errorReason } = decodePaymentResponseHeader(
      again.headers.get('payment-response') ?? '',
    );
    expect(errorReason).to.equal('duplicate_settlement');
    expect(await usdcBalance(harness.devnet, chainId, payer.address)).to.equal(4_990_000n);
    const { deficits, unclaimed, fees } = await booksOf(harness);
    expect({ deficits, unclaimed, fees }).to.deep.equal({
      ...{ deficits: [], unclaimed: {}, fees: { USDC: (before.fees['USDC'] ?? 0n) + 10_000n } },
    });
  });

  it('is answered once by a payment with an identifier: repeats get the answer, not another sale', async () => {
    const url = await used('/api/payments/supported');
    const payer = await buyer(harness);
    const demanded = decodePaymentRequiredHeader(
      (await fetch(url, asking)).headers.get('payment-required') ?? '',
    );
    const payment = await payer.client.createPaymentPayload(demanded);
    const named = {
      ...payment,
      extensions: {
        'payment-identifier': { info: { required: false, id: `pay_${'7'.repeat(16)}` } },
      },
    };
    const headers = {
      'payment-signature': Buffer.from(JSON.stringify(named)).toString('base64'),
    };

    const answers = [
      await fetch(url, { headers }),
      await fetch(url, { headers }),
      await fetch(url, { headers }),
    ];

    expect(answers.map(({ status }) => status)).to.deep.equal([200, 402, 402]);
  });

  it('is still a request of the key that it shows once it is paid', async () => {
    const url = `${harness.url}/api/payments/settle`;
    const [payer, customer] = [await buyer(harness), await buyer(harness)];
    const demand = demandOf(harness);
    const content = { 'content-type': 'application/json', 'x-svc-key': await keyOf(harness) };
    const request = async (paymentPayload: object, more = {}): Promise<RequestInit> => ({
      method: 'POST',
      headers: { ...content, ...more },
      body: JSON.stringify({ x402Version: 2, paymentPayload, paymentRequirements: demand }),
    });
    let left = 200;
    while ((await fetch(url, await request({}))).status !== 429 && left > 0) left -= 1;

    const answer = await wrapFetchWithPayment(fetch, payer.client)(
      url,
      await request(await customer.pay(demand), { prefer: 'x402' }),
    );

    expect(left).to.be.above(0);
    expect(answer.status).to.equal(200);
    expect(await answer.json()).to.include({ success: true });
    expect(await usdcBalance(harness.devnet, chainId, payer.address)).to.equal(4_990_000n);
    expect(await usdcBalance(harness.devnet, chainId, demand.payTo)).to.equal(10_000n);
  });

  it('is not sold if it needs a pass to be made', async () => {
    const url = `${harness.url}/api/receipt/deliver`;
    const headers = { 'content-type': 'application/json', prefer: 'x402' };
    const ask = () => fetch(url, { method: 'POST', headers, body: '{}' });
    let answer = await ask();
    for (let asked = 0; asked < 200 && answer.status < 402; asked += 1) answer = await ask();

    expect([answer.status, answer.headers.get('payment-required')]).to.deep.equal([429, null]);
  });

  it('is answered as usual within the limit, whatever its client prefers', async () => {
    const answer = await fetch(`${harness.url}/api/gasless/info`, asking);

    expect([answer.status, answer.headers.get('payment-required')]).to.deep.equal([200, null]);
  });
});

/** Its chains do not answer, or we sell on none of them. */
describe('a request that comes with a payment while nothing can be sold', () => {
  it('is answered as usual within its limit, and refused beyond it, and the payment is not taken', async () => {
    const harness = await startHarness({ chainIds: [10], limitScale: 1 });
    try {
      const paying = { headers: { 'payment-signature': 'e30=' } };
      const answers = [];
      for (let asked = 0; asked < 70; asked += 1)
        answers.push(await fetch(`${harness.url}/api/payments/supported`, paying));

      expect([...new Set(answers.map(({ status }) => status))]).to.deep.equal([200, 429]);
    } finally {
      await harness.stop();
    }
  });
});

/** Gas costs more than a cent on the devnet. */
describe('a sale that costs more gas than it earns', () => {
  let harness: Harness;
  before(async () => {
    const policy = { clientRevertBudget: asUnits(250_000_000_000_000n) };
    harness = await startHarness({ chainIds: [chainId], limitScale: 1, policy });
  });
  after(() => harness.stop());

  it('is made as often as its client may lose us gas, and after that nothing is sent', async () => {
    const url = `${harness.url}/api/gasless/info`;
    const spender = harness.container.get(parts.custody).account(evmChain(chainId), 'spender');
    const payTo = harness.container.get(parts.custody).account(evmChain(chainId), 'float');
    const bought: string[] = [];
    const before = await sentBy(harness, spender);
    for (let at = 0; at < 5; at += 1) {
      const payer = await buyer(harness);
      const payment = await payer.pay(demandOf(harness, { payTo }));
      const headers = {
        'payment-signature': Buffer.from(JSON.stringify(payment)).toString('base64'),
      };
      const answer = await fetch(url, { headers });
      const { errorCode = '' } = (await answer.json()) as { readonly errorCode?: string };
      bought.push(`${answer.status} ${errorCode}`);
    }

    expect(bought[0]).to.equal('200 ');
    expect(bought.at(-1)).to.equal('422 FACILITATOR_QUOTA');
    const sold = bought.filter((one) => one === '200 ').length;
    expect((await sentBy(harness, spender)) - before).to.equal(sold);
  });
});

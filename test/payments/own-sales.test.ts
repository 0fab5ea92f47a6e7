import { createClient, type Client } from '@interline/client';
import { claimPasses, payInvoice } from '@interline/client/passes';
import { payFetch } from '@interline/client/payments';
import { asUnits, evmChain } from '@interline/kernel';
import { parts } from '@interline/server';
import { wrapFetchWithPayment } from '@x402/fetch';
import { decodePaymentRequiredHeader, decodePaymentResponseHeader } from '@x402/core/http';
import { expect } from 'chai';
import { Wallet } from 'ethers';
import { type Harness, startHarness } from '../support/harness.ts';
import { resumeMining, stopMining } from '../support/mining.ts';
import { freshPayer } from '../support/payer.ts';
import { until } from '../support/until.ts';
import { usdcBalance } from '../support/usdc-balance.ts';
import { booksOf, sentBy } from '../sponsor/sponsor-scene.ts';
import { buyer, chainId, demandOf, usdcOf } from './payments-scene.ts';

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
    expect(((await demanded.json()) as { readonly errorCode: string }).errorCode).to.equal(
      'RATE_LIMITED',
    );
    const { accepts } = decodePaymentRequiredHeader(demanded.headers.get('payment-required') ?? '');
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

  it('is answered as ever within the limit, whatever its client prefers', async () => {
    const answer = await fetch(`${harness.url}/api/gasless/info`, asking);

    expect([answer.status, answer.headers.get('payment-required')]).to.deep.equal([200, null]);
  });
});

/** Gas costs more than a cent on the devnet. */
describe('a sale that costs more gas than it brings', () => {
  let harness: Harness;
  before(async () => {
    const policy = { clientRevertBudget: asUnits(250_000_000_000_000n) };
    harness = await startHarness({ chainIds: [chainId], limitScale: 1, policy });
  });
  after(() => harness.stop());

  it('is made as often as its client may lose us gas, and then no more is sent', async () => {
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

/** Passes that are bought as anything else is by x402. */
describe('an invoice that is paid by x402', () => {
  let harness: Harness;
  let client: Client;
  afterEach(() => resumeMining(harness.devnet, chainId));
  before(async () => {
    harness = await startHarness({ chainIds: [chainId, elsewhere] });
    client = createClient({ baseUrl: harness.url, sendsRefusedOnce: true });
  });
  after(() => harness.stop());

  const invoiceIn = (asset: 'usdc-8453' | 'eth-8453') =>
    client.call('POST /api/plus/invoice', { body: { bundle: 'starter', asset } });
  const urlOf = (id: string) => `${harness.url}/api/plus/invoice/${id}`;
  const asking = { headers: { prefer: 'x402' } };
  const paidOf = (id: string) =>
    until('an invoice that is paid', async () => {
      const invoice = await client.call('GET /api/plus/invoice/{id}', { params: { id } });
      return invoice.state === 'paid' && invoice;
    });

  it('demands its amount at its address, only from a client that prefers to pay that way', async () => {
    const { id, payTo, amount } = await invoiceIn('usdc-8453');

    const plain = await fetch(urlOf(id));
    const demanded = await fetch(urlOf(id), asking);

    expect([plain.status, plain.headers.get('payment-required')]).to.deep.equal([200, null]);
    expect(demanded.status).to.equal(402);
    expect(demanded.headers.get('cache-control')).to.equal('private, no-store');
    const { x402Version, accepts } = decodePaymentRequiredHeader(
      demanded.headers.get('payment-required') ?? '',
    );
    expect(x402Version).to.equal(2);
    expect(accepts).to.deep.equal([
      {
        ...{ scheme: 'exact', network: 'eip155:8453', asset: usdcOf(harness), payTo, amount },
        ...{ maxTimeoutSeconds: 120, extra: { name: 'USD Coin', version: '2' } },
      },
    ]);
    expect(((await demanded.json()) as { readonly state: string }).state).to.equal('open');
  });

  it("is paid by x402's own fetch, and its passes are claimed later", async () => {
    const { id } = await invoiceIn('usdc-8453');
    const payer = await buyer(harness);

    const answer = await wrapFetchWithPayment(fetch, payer.client)(urlOf(id), asking);

    expect(answer.status).to.equal(200);
    const { success } = decodePaymentResponseHeader(answer.headers.get('payment-response') ?? '');
    expect(success).to.equal(true);
    await paidOf(id);
    const { passes } = await claimPasses(client, id, 2, { keep: () => undefined });
    expect(passes).to.have.length(2);
    expect(await usdcBalance(harness.devnet, chainId, payer.address)).to.equal(4_000_000n);
    // Collected meanwhile or not, nobody pays for it a second time.
    const again = await wrapFetchWithPayment(fetch, payer.client)(urlOf(id), asking);
    expect([again.status, again.headers.get('payment-response')]).to.deep.equal([200, null]);
    expect(await usdcBalance(harness.devnet, chainId, payer.address)).to.equal(4_000_000n);
    const { deficits } = await booksOf(harness);
    expect(deficits).to.deep.equal([]);
  });

  it('says at once that a payment came, so that who asks again pays once', async () => {
    const { id } = await invoiceIn('usdc-8453');
    const payer = await buyer(harness);
    // Its address is looked at with the next whole second, and not again for the second after.
    await until('the end of a second', () => Promise.resolve(performance.now() % 1_000 > 900));
    const demanded = decodePaymentRequiredHeader(
      (await fetch(urlOf(id), asking)).headers.get('payment-required') ?? '',
    );
    const payment = await payer.client.createPaymentPayload(demanded);
    const headers = {
      'payment-signature': Buffer.from(JSON.stringify(payment)).toString('base64'),
    };

    const answer = await fetch(urlOf(id), { headers });
    const again = await fetch(urlOf(id), asking);

    expect(answer.status).to.equal(200);
    expect(((await answer.json()) as { readonly state: string }).state).not.to.equal('open');
    expect([again.status, again.headers.get('payment-required')]).to.deep.equal([200, null]);
  });

  it('is paid once by who asks three times at once', async () => {
    const { id } = await invoiceIn('usdc-8453');
    const payer = await buyer(harness);
    const paying = wrapFetchWithPayment(fetch, payer.client);

    const answers = await Promise.all([1, 2, 3].map(() => paying(urlOf(id), asking)));

    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200]);
    const told = answers.flatMap(({ headers }) => headers.get('payment-response') ?? []);
    const settled = told.map(decodePaymentResponseHeader);
    expect(settled.filter(({ success }) => success)).to.have.length(1);
    expect(await usdcBalance(harness.devnet, chainId, payer.address)).to.equal(4_000_000n);
  });

  const invoiceToSign = async () => {
    const { wallet } = await freshPayer(harness, chainId, 3_000_000n);
    const asked = { bundle: 'bundle', asset: 'usdc-8453' } as const;
    const body = { ...asked, payWith: 'eip3009', fromAddress: wallet.address } as const;
    const invoice = await client.call('POST /api/plus/invoice', { body });
    const most = { token: invoice.signRequest?.tokenAddress ?? '' };
    return { invoice, pay: () => payInvoice(client, wallet, invoice, { ...asked, most }) };
  };

  it('is not demanded again while a payment of it is under way, and another is not sent then', async () => {
    const signed = await invoiceToSign();
    const { id } = signed.invoice;
    const [payer, other] = [await buyer(harness), await buyer(harness)];
    const demanded = decodePaymentRequiredHeader(
      (await fetch(urlOf(id), asking)).headers.get('payment-required') ?? '',
    );
    const paying = async ({ client: signer }: typeof payer) => {
      const payment = await signer.createPaymentPayload(demanded);
      return fetch(urlOf(id), {
        headers: { 'payment-signature': Buffer.from(JSON.stringify(payment)).toString('base64') },
      });
    };
    const { reads } = harness.container.get(parts.store);
    const underWay = async () =>
      (await reads.transactions.openTransactions({ owner: 'payment' })).length;
    await stopMining(harness.devnet, chainId);

    const first = paying(payer);
    await until('a payment under way', async () => (await underWay()) > 0);
    const [again, second] = await Promise.all([fetch(urlOf(id), asking), paying(other)]);
    const sent = await underWay();
    const signedToo = await signed.pay().catch((error: unknown) => error);
    await resumeMining(harness.devnet, chainId);

    expect([again.status, again.headers.get('payment-required')]).to.deep.equal([200, null]);
    expect([second.status, second.headers.get('payment-required')]).to.deep.equal([200, null]);
    expect(
      decodePaymentResponseHeader(second.headers.get('payment-response') ?? ''),
    ).to.deep.include({ success: false, errorReason: 'settlement_pending', transaction: '' });
    expect(sent).to.equal(1);
    expect(signedToo).to.include({ errorCode: 'RATE_LIMITED' });
    expect((await first).status).to.equal(200);
    await paidOf(id);
    expect(await usdcBalance(harness.devnet, chainId, payer.address)).to.equal(2_000_000n);
    expect(await usdcBalance(harness.devnet, chainId, other.address)).to.equal(5_000_000n);
  });

  it('is not demanded by x402 while what its payer signed for it is under way', async () => {
    const { invoice, pay } = await invoiceToSign();
    await stopMining(harness.devnet, chainId);
    await pay();

    const again = await fetch(urlOf(invoice.id), asking);
    await resumeMining(harness.devnet, chainId);

    expect([again.status, again.headers.get('payment-required')]).to.deep.equal([200, null]);
    await paidOf(invoice.id);
  });

  it('is paid by our own client from another chain', async () => {
    const { id } = await invoiceIn('usdc-8453');
    const { key } = await buyer(harness, 0n);
    const wallet = new Wallet(key);
    const token = usdcOf(harness, elsewhere);
    const money = { chainId: elsewhere, token, to: wallet.address, amount: 3_000_000n };
    await harness.devnet.faucet(money);
    const pay = payFetch(client, wallet, {
      ...{ maxPerDay: '200', fundFrom: [elsewhere] },
      dollars: { [chainId]: usdcOf(harness), [elsewhere]: token },
    });

    const answer = await pay(urlOf(id), asking);

    expect(answer.status).to.equal(200);
    await paidOf(id);
  });

  it('demands again, with the reason, where the payment is refused; and nothing where the invoice is in coin', async () => {
    const { id } = await invoiceIn('usdc-8453');
    const coin = await invoiceIn('eth-8453');
    const poor = await buyer(harness, 0n);

    const refused = await wrapFetchWithPayment(fetch, poor.client)(urlOf(id), asking);
    const garbage = await fetch(urlOf(id), { headers: { 'payment-signature': 'no payment' } });
    const inCoin = await fetch(urlOf(coin.id), asking);

    const { success, errorReason } = decodePaymentResponseHeader(
      refused.headers.get('payment-response') ?? '',
    );
    expect([refused.status, success, errorReason]).to.deep.equal([
      402,
      false,
      'insufficient_funds',
    ]);
    expect(refused.headers.get('payment-required')).not.to.equal(null);
    expect([garbage.status, inCoin.status]).to.deep.equal([400, 200]);
  });

  it('has its payments checked no more often than any other sale: 20 times a minute', async () => {
    const { id } = await invoiceIn('usdc-8453');
    const poor = await buyer(harness, 0n);
    const demanded = decodePaymentRequiredHeader(
      (await fetch(urlOf(id), asking)).headers.get('payment-required') ?? '',
    );
    const payment = await poor.client.createPaymentPayload(demanded);
    const headers = {
      'payment-signature': Buffer.from(JSON.stringify(payment)).toString('base64'),
    };

    const statuses: number[] = [];
    for (let asked = 0; asked < 22; asked += 1)
      statuses.push((await fetch(urlOf(id), { headers })).status);

    expect(statuses).to.include(402);
    expect(statuses.slice(-2)).to.deep.equal([429, 429]);
  });
});

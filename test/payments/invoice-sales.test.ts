import { createClient, type Client } from '@interline/client';
import { claimPasses, payInvoice } from '@interline/client/passes';
import { payFetch } from '@interline/client/payments';
import type { Authorization } from '@interline/core/payments';
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
import { booksOf } from '../sponsor/sponsor-scene.ts';
import { buyer, chainId, demandOf, facilitatorOf, keyOf, usdcOf } from './payments-scene.ts';

const elsewhere = 42161;

/** What is signed for a token. */
interface EIP3009 {
  readonly authorization: Omit<
    Extract<Authorization, { method: 'eip3009' }>,
    'method' | 'signature'
  >;
  readonly signature: string;
}

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
    const { x402Version, accepts, resource } = decodePaymentRequiredHeader(
      demanded.headers.get('payment-required') ?? '',
    );
    expect(x402Version).to.equal(2);
    expect(resource?.url).to.equal(urlOf(id));
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
    // Collected meanwhile or not, no client pays for it a second time.
    const again = await wrapFetchWithPayment(fetch, payer.client)(urlOf(id), asking);
    expect([again.status, again.headers.get('payment-response')]).to.deep.equal([200, null]);
    expect(await usdcBalance(harness.devnet, chainId, payer.address)).to.equal(4_000_000n);
    const { deficits } = await booksOf(harness);
    expect(deficits).to.deep.equal([]);
  });

  it('reports at once that a payment came, so that a client that asks again pays once', async () => {
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

  it('is paid once by a client that asks three times at once', async () => {
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
    return {
      invoice,
      address: wallet.address,
      pay: () => payInvoice(client, wallet, invoice, { ...asked, most }),
    };
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

  it('is not paid again by what its payer signed for it before the payment by x402 is seen', async () => {
    const { invoice, address, pay } = await invoiceToSign();
    const payer = await buyer(harness);
    const demand = demandOf(harness, { payTo: invoice.payTo, amount: invoice.amount });
    const facilitator = facilitatorOf(harness, await keyOf(harness));

    const { success } = await facilitator.settle(await payer.pay(demand), demand);
    const signedToo = await pay().catch((error: unknown) => error);

    expect(success).to.equal(true);
    expect(signedToo).to.include({ errorCode: 'RATE_LIMITED' });
    await paidOf(invoice.id);
    expect(await usdcBalance(harness.devnet, chainId, address)).to.equal(3_000_000n);
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

  it('is not paid by x402 if what its payer signed for it was sent a moment before', async () => {
    const { invoice, pay } = await invoiceToSign();
    const payer = await buyer(harness);
    const demand = demandOf(harness, { payTo: invoice.payTo, amount: invoice.amount });
    const { payload } = await payer.pay(demand);
    const { authorization, signature } = payload as unknown as EIP3009; // CAST: of that scheme.
    await stopMining(harness.devnet, chainId);
    await pay();

    // As a request has it that read the invoice before that.
    const settled = await harness.container.get(parts.x402).settlePayment(
      {
        ...{ x402Version: 2, accepted: demand, demand, identifier: null, mayRepeat: false },
        authorization: { method: 'eip3009', ...authorization, signature },
        ...{ right: { kind: 'own', invoiceId: invoice.id }, client: 'c_1' },
      },
      AbortSignal.timeout(10_000),
    );
    await resumeMining(harness.devnet, chainId);

    expect(settled).to.include({ isSuccess: false, isSold: true, txHash: null });
    await paidOf(invoice.id);
    expect(await usdcBalance(harness.devnet, chainId, payer.address)).to.equal(5_000_000n);
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

  it('demands again, with the reason, if the payment is refused; and nothing if the invoice is in coin', async () => {
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

  it('has its payments checked as often as any other sale: at most 20 times a minute', async () => {
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

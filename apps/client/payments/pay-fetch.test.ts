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

/** Answers with 402 from that place, and with 200 to a client that pays. */
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

  it('is not paid without TLS if it was asked with it', async () => {
    const { answer, paid } = await askedAt('http://shop.example/en', 'https://shop.example/');

    expect(answer).to.be.instanceOf(PaymentError);
    expect(paid).to.deep.equal([]);
  });
});

describe('a 402 that is paid only by Permit2', () => {
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

  it('says how to approve it if the allowance is too small', async () => {
    expect(await askedWith('50000', '9999')).to.match(
      /takes 0\.01 USD of .* may take 0\.009999 USD of .*interline sponsor send --chain 8453 approve:USDC:0x0{10}22D473/,
    );
  });

  it('says what is held if that is too little', async () => {
    expect(await askedWith('9999', '50000')).to.match(
      /takes 0\.01 USD .* holds 0\.009999 USD there/,
    );
  });
});

describe('402s that are paid at once', () => {
  const byPermit2 = { ...demand, extra: { assetTransferMethod: 'permit2' } };

  /** Asks for as many pages at once; the balance stays, as before any payment is settled. */
  const atOnce = async (count: number, item: object, accepts: readonly unknown[] = [demand]) => {
    const client = createClient({
      baseUrl: 'https://interline.example',
      fetch: async () =>
        Response.json({ items: [{ chainId: 8453, token: demand.asset, ...item }] }),
    });
    const payments: string[] = [];
    let answer = 200;
    const send: typeof fetch = async (input) => {
      const payment = new Request(input).headers.get('PAYMENT-SIGNATURE');
      if (payment !== null) payments.push(payment);
      const headers = { 'PAYMENT-REQUIRED': headerOf({ x402Version: 2, accepts }) };
      return new Response(null, { status: payment === null ? 402 : answer, headers });
    };
    const pay = payFetch(client, wallet, { maxPerDay: '100', fetch: send });
    const ask = async (page: number) =>
      pay(`https://shop.example/${page}`).then(({ status }) => String(status), String);
    const pages = Array.from({ length: count }, (_none, page) => page);
    return {
      answers: await Promise.all(pages.map(ask)),
      payments,
      next: async (status = 200) => {
        answer = status;
        return ask(count);
      },
    };
  };

  it('are signed for no more than the payer holds in all', async () => {
    const { answers, payments, next } = await atOnce(3, { amount: '20000', permit2Allowance: '0' });

    expect(answers.slice(0, 2)).to.deep.equal(['200', '200']);
    expect(answers[2]).to.match(/PaymentError: not signed/);
    expect(payments).to.have.length(2);
    expect(await next(), 'once the others are answered').to.equal('200');
  });

  it('are signed for no more than Permit2 may take in all', async () => {
    const item = { amount: '90000', permit2Allowance: '10000' };

    const { answers, payments } = await atOnce(2, item, [byPermit2]);

    expect(answers[0]).to.equal('200');
    expect(answers[1]).to.match(/by Permit2 alone, which may take 0\.00 USD/);
    expect(payments).to.have.length(1);
  });

  it('leave a payment without a good answer what it may still take', async () => {
    const { next } = await atOnce(0, { amount: '10000', permit2Allowance: '0' });

    expect(await next(500)).to.equal('500');
    expect(await next(200), 'the same payment').to.equal('200');
  });

  it('are not taken from an allowance that the service does not tell', async () => {
    const { answers } = await atOnce(1, { amount: '90000' }, [byPermit2]);

    expect(answers[0]).to.match(/PaymentError: not signed: .* may take 0\.00 USD/);
  });
});

describe('a 402 whose dollars are being brought from another chain', () => {
  /** The transfer that brings them never ends, and each page costs as many units as it is named. */
  const whileBringing = async (...balances: readonly string[]) => {
    let reading = 0;
    const service: Parameters<typeof payFetch>[0] = createClient({
      baseUrl: 'https://interline.example',
      fetch: async (input) => {
        if (!new Request(input).url.endsWith('/balances')) return new Promise(() => undefined);
        const amount = balances[reading] ?? balances.at(-1);
        reading += 1;
        const funds = { chainId: 42161, token: usdcOn(42161), amount: '70000' };
        return Response.json({ items: [{ chainId: 8453, token: demand.asset, amount }, funds] });
      },
    });
    const send: typeof fetch = async (input) => {
      const { url, headers } = new Request(input);
      const accepts = [{ ...demand, amount: url.split('/').at(-1) }];
      return new Response(null, {
        status: headers.has('PAYMENT-SIGNATURE') ? 200 : 402,
        headers: { 'PAYMENT-REQUIRED': headerOf({ x402Version: 2, accepts }) },
      });
    };
    const pay = payFetch(service, wallet, { maxPerDay: '100', fetch: send, fundFrom: [42161] });
    void pay('https://shop.example/60000');
    await new Promise((resolve) => setTimeout(resolve, 20));
    return async (units: string) =>
      pay(`https://shop.example/${units}`).then(({ status }) => String(status), String);
  };

  it('leaves other payments the dollars that were there before', async () => {
    const pay = await whileBringing('50000');

    expect(await pay('20000')).to.equal('200');
  });

  it('keeps for itself what has arrived, also once another payment was settled', async () => {
    const pay = await whileBringing('50000', '110000', '110000', '60000');

    const tooMuch = await pay('60000');
    const rest = await pay('50000');
    const beyond = await pay('10001');

    expect(tooMuch).to.match(/holds 0\.05 USD, beside 0\.06 USD promised to other payments/);
    expect(rest).to.equal('200');
    expect(beyond).to.match(/holds 0\.00 USD, beside 0\.06 USD promised/);
  });
});

describe('a 402 whose paid request has no good answer', () => {
  const url = 'https://shop.example/weather';
  let nowMs = 1_800_000_000_000;

  /** Answers paid requests with what the test says, in turn, and with 200 from then on. */
  const shop = (answers: readonly (number | 'lost')[], accepts: readonly unknown[] = [demand]) => {
    const payments: string[] = [];
    const send: typeof fetch = async (input) => {
      const payment = new Request(input).headers.get('PAYMENT-SIGNATURE');
      if (payment !== null) payments.push(payment);
      const answer = payment === null ? 402 : (answers[payments.length - 1] ?? 200);
      if (answer === 'lost') throw new TypeError('fetch failed');
      const headers = { 'PAYMENT-REQUIRED': headerOf({ x402Version: 2, accepts }) };
      return new Response(null, { status: answer, headers });
    };
    const pay = payFetch(service, wallet, { maxPerDay: '2', fetch: send, now: () => nowMs });
    return { payments, pay };
  };
  const different = (payments: readonly string[]) => new Set(payments).size;

  it('is sent the same payment by the next request, and a new one after a good answer', async () => {
    for (const answer of ['lost', 402, 404, 500] as const) {
      const { payments, pay } = shop([answer]);

      const first = await pay(url).catch((error: unknown) => error);
      const second = await pay(url);
      const counts = [payments.length, different(payments)];
      await pay(url);

      if (answer === 'lost')
        expect(String(first)).to.match(/may have been made, .* for 60 seconds the same request/);
      else expect(first).to.include({ status: answer });
      expect(second.status).to.equal(200);
      expect(counts).to.deep.equal([2, 1]);
      expect([payments.length, different(payments)]).to.deep.equal([3, 2]);
    }
  });

  it('costs the budget once for all of its repeats', async () => {
    const { payments, pay } = shop(['lost', 'lost', 'lost']);

    for (let at = 0; at < 3; at += 1) await pay(url).catch(() => null);
    const answers = [await pay(url), await pay(url)].map(({ status }) => status);
    const beyond = await pay(url).catch(String);

    expect(answers).to.deep.equal([200, 200]);
    expect([payments.length, different(payments)]).to.deep.equal([5, 2]);
    expect(beyond).to.match(/BudgetError|left of today's/);
  });

  it('is sent a new payment once the first has expired', async () => {
    const { payments, pay } = shop(['lost', 'lost']);
    await pay(url).catch(() => null);

    nowMs += 59_999;
    await pay(url).catch(() => null);
    const before = different(payments);
    nowMs += 1;
    await pay(url);

    expect([before, different(payments)]).to.deep.equal([1, 2]);
  });

  it('is sent a new payment for another page or by another method', async () => {
    const { payments, pay } = shop(['lost']);
    await pay(url).catch(() => null);

    await pay(`${url}/tomorrow`);
    const others = different(payments);
    const { payments: posted, pay: post } = shop(['lost']);
    await post(url).catch(() => null);
    await post(url, { method: 'POST' });

    expect([others, different(posted)]).to.deep.equal([2, 2]);
  });

  it('is sent the same payment where its amount is a number and not digits', async () => {
    const { payments, pay } = shop(['lost'], [{ ...demand, amount: 10_000 }]);
    await pay(url).catch(() => null);

    expect((await pay(url)).status).to.equal(200);
    expect([payments.length, different(payments)]).to.deep.equal([2, 1]);
  });

  it('has demands that are not objects, which are left out', async () => {
    const { payments, pay } = shop([], [null, 'x', demand]);

    expect((await pay(url)).status).to.equal(200);
    expect(payments).to.have.length(1);
  });
});

import { answer, type Hex, RelayError } from '@interline/plugins';
import { etherOnBase } from '@interline/plugins/testing';
import { expect } from 'chai';
import fc from 'fast-check';
import { faultAsRefusal } from '../../testing/fault-as-refusal.ts';
import { mutatedBody } from '../../testing/mutated-body.ts';
import { scriptedApi } from '../../testing/scripted-api.ts';
import { payer, recipient, stranger, testAsk } from '../../testing/test-ask.ts';
import type { Ask } from '../upstream.ts';
import { across } from './across.ts';
import { planCall } from './plan.ts';
import { readQuote } from './read-quote.ts';
import { depositCall, quoteBody, spokePool, wrappedEther } from './testing/quote-body.ts';

const signal = new AbortController().signal;
const usdcOnBase = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913';
const priced = {
  output: 99_900_000n,
  minOutput: 99_850_000n,
  durationSec: 3,
  bridge: 'across',
  via: [],
  expiresAtMs: 1_800_000_060_000,
  coinFee: 0n,
};

const api = (body: unknown, status = 200) => scriptedApi([{ status, body }]);
const build = (ask: Ask, data?: Hex, value?: string) =>
  across.build(ask, api(quoteBody(ask, data, value)), signal);

describe('Across', () => {
  it('prices a transfer', async () => {
    expect(await across.price(testAsk(), api(quoteBody(testAsk())), signal)).to.deep.equal(
      answer(priced),
    );
  });

  it('builds the deposit and says what is in it', async () => {
    const ask = testAsk();
    const data = depositCall(ask);

    expect(await build(ask)).to.deep.equal(
      answer({
        ...priced,
        call: {
          chainId: 8453,
          to: spokePool,
          data,
          value: 0n,
          spender: spokePool,
          says: {
            token: usdcOnBase,
            units: 100_000_000n,
            recipient,
            refundTo: payer,
            toChainId: 42161,
            minOutput: 99_850_000n,
          },
        },
        ref: {},
      }),
    );
  });

  it('reads the deposit whose addresses are words alike', async () => {
    const ask = testAsk();

    const [words, addresses] = await Promise.all([
      build(ask, depositCall(ask, {}, 'deposit')),
      build(ask),
    ]);

    expect(words)
      .to.have.nested.property('value.call.data')
      .that.matches(/^0xad5425c6/);
    expect(words).to.have.nested.property('value.call.says').that.deep.equals(says(addresses));
  });

  it('deposits a native coin without an approval, and counts only what is above the amount as its fee', async () => {
    const ask = testAsk({ from: etherOnBase });

    const built = await build(ask, depositCall(ask), '100000007');

    expect(built).to.deep.include({ ok: true });
    expect(built).to.have.nested.property('value.coinFee', 7n);
    expect(built).to.have.nested.property('value.call.value', 100_000_007n);
    expect(built).to.have.nested.property('value.call.spender', null);
    expect(says(built)).to.deep.equal({
      token: wrappedEther,
      units: 100_000_000n,
      recipient,
      refundTo: payer,
      toChainId: 42161,
      minOutput: 99_850_000n,
    });
  });

  it('names a recipient and refund address other than asked', async () => {
    const ask = testAsk();

    expect(says(await build(ask, depositCall(ask, { recipient: stranger })))).to.include({
      recipient: stranger,
      refundTo: payer,
    });
    expect(says(await build(ask, depositCall(ask, { depositor: stranger })))).to.include({
      recipient,
      refundTo: stranger,
    });
    expect(says(await build(ask, depositCall(ask, { inputToken: stranger })))).to.include({
      token: stranger,
    });
  });

  it('leaves another function unread', async () => {
    expect(says(await build(testAsk(), '0x12345678'))).to.deep.equal({});
  });

  for (const { what, ask, data, value, reason } of [
    {
      what: 'a deposit for another token',
      ask: testAsk(),
      data: depositCall(testAsk(), { outputToken: stranger }),
      value: '0',
      reason: 'across would deliver another token than was asked for',
    },
    {
      what: 'a native amount that is short',
      ask: testAsk({ from: etherOnBase }),
      data: '0x' as const,
      value: '99999999',
      reason: 'across would send less of the coin than the amount',
    },
  ]) {
    it(`refuses ${what}`, async () => {
      expect(await faultAsRefusal(() => build(ask, data, value))).to.deep.equal({
        ok: false,
        code: 'RAIL_FAULT',
        reason,
      });
    });
  }

  for (const { hurt, reason } of [
    {
      hurt: { inputAmount: '100000001' },
      reason: 'across answers for another amount than was asked for',
    },
    {
      hurt: { inputToken: { address: stranger, chainId: 8453 } },
      reason: 'across answers for another source token than was asked for',
    },
    {
      hurt: { outputToken: { address: stranger, chainId: 42161 } },
      reason: 'across answers for another destination token than was asked for',
    },
    {
      hurt: { outputToken: { address: '0xaf88d065e77c8cc2239327c5edb3a432268e5831', chainId: 10 } },
      reason: 'across answers for another destination chain than was asked for',
    },
  ]) {
    it(`refuses a price with ${JSON.stringify(hurt)}`, async () => {
      expect(
        await faultAsRefusal(() =>
          across.price(testAsk(), api({ ...quoteBody(testAsk()), ...hurt }), signal),
        ),
      ).to.deep.equal({ ok: false, code: 'RAIL_FAULT', reason });
    });
  }

  it('passes on why there is no route', async () => {
    const body = {
      type: 'AcrossApiError',
      code: 'ROUTE_NOT_ENABLED',
      status: 400,
      message: 'no',
      id: 'x',
    };

    expect(await across.build(testAsk(), api(body, 400), signal)).to.deep.equal({
      ok: false,
      code: 'NO_ROUTE',
      reason: 'across does not serve this pair of tokens',
    });
  });

  for (const { what, body } of [
    {
      what: 'amounts in JSON numbers',
      body: { ...quoteBody(testAsk()), expectedOutputAmount: 99_900_000 },
    },
    { what: 'no transaction', body: { ...quoteBody(testAsk()), swapTx: null } },
    {
      what: 'a deposit that breaks off',
      body: quoteBody(testAsk(), depositCall(testAsk()).slice(0, 266) as Hex),
    },
    { what: 'text', body: 'try again' },
  ]) {
    it(`is at fault with ${what}`, async () => {
      const failure: unknown = await across
        .build(testAsk(), api(body), signal)
        .catch((error: unknown) => error);

      expect(failure).to.be.instanceOf(RelayError).with.property('code', 'RAIL_FAULT');
    });
  }

  it('asks where a deposit stands by its transaction, and nothing before there is one', async () => {
    const asked = api({ status: 'pending' });

    expect(await across.track({}, null, asked, signal)).to.deep.equal({
      status: 'BRIDGING',
      stage: 'SENDING',
    });
    expect(asked.requests).to.have.lengthOf(0);
    expect(await across.track({}, '0xabab', asked, signal)).to.deep.equal({
      status: 'BRIDGING',
      stage: 'FILLING',
    });
    expect(asked.requests).to.deep.equal([
      { method: 'GET', path: '/api/deposit/status', query: { depositTxnRef: '0xabab' } },
    ]);
  });
});

describe('a mutated answer of Across', () => {
  it('is refused or a fault, or states every amount and names its recipient', () => {
    const ask = testAsk();
    fc.assert(
      fc.property(mutatedBody(quoteBody(ask)), (body) => {
        const built = builtOrFault(body, ask);
        if (built === null) return;

        const text = JSON.stringify(body);
        const { call, output, minOutput } = built;
        for (const units of [output, minOutput]) expect(text).to.include(`"${units}"`);
        expect(text.toLowerCase())
          .to.include(call.to)
          .and.to.include(call.data)
          .and.to.include(call.spender ?? '');
        if (headOf(call.data) === headOf(depositCall(ask)))
          expect(call.says).to.deep.equal(soundFacts);
        else expect(call.says).to.not.deep.equal(soundFacts);
      }),
      { numRuns: 2_000 },
    );
  });
});

/** The function and its seven words that name parties, tokens and amounts. */
const headOf = (data: Hex): string => data.slice(0, 10 + 7 * 64);

const soundFacts = {
  token: usdcOnBase,
  units: 100_000_000n,
  recipient,
  refundTo: payer,
  toChainId: 42161,
  minOutput: 99_850_000n,
};

function builtOrFault(body: unknown, ask: Ask) {
  try {
    return planCall(ask, readQuote(ask, body));
  } catch (error) {
    expect(error)
      .to.be.instanceOf(RelayError)
      .with.property('code')
      .that.matches(/^RAIL_(FAULT|TIMEOUT)$/);
    return null;
  }
}

function says(built: Awaited<ReturnType<typeof build>>) {
  if (!built.ok) throw new Error(built.reason);
  return built.value.call.says;
}

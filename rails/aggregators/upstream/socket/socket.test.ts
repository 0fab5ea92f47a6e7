import { answer, RelayError } from '@interline/plugins';
import { etherOnBase } from '@interline/plugins/testing';
import { expect } from 'chai';
import fc from 'fast-check';
import { faultAsRefusal } from '../../testing/fault-as-refusal.ts';
import { mutatedBody } from '../../testing/mutated-body.ts';
import { scriptedApi } from '../../testing/scripted-api.ts';
import { stranger, testAsk } from '../../testing/test-ask.ts';
import type { Ask } from '../upstream.ts';
import { planCall } from './plan.ts';
import { readQuote } from './read-quote.ts';
import { socket } from './socket.ts';
import {
  depositRoute,
  quoteBody,
  routeCall,
  socketGateway,
  txRoute,
} from './testing/quote-body.ts';

const signal = new AbortController().signal;
const ask = testAsk();
const priced = {
  output: 99_800_000n,
  minOutput: 99_500_000n,
  durationSec: 42,
  bridge: 'socket',
  via: [],
  expiresAtMs: 1_800_000_060_000,
  coinFee: 0n,
};
const terms = { quoteId: 'quote-1', amount: '99700000', minAmountOut: '99600000' };

const api = (body: unknown, status = 200) => scriptedApi([{ status, body }]);
const refused = (reason: string): object => ({ ok: false, code: 'NO_ROUTE', reason });
const atFault = (reason: string): object => ({ ok: false, code: 'RAIL_FAULT', reason });

describe('Socket', () => {
  it('prices a transfer by the best of its routes that are one call', async () => {
    expect(await socket.price(ask, api(quoteBody(ask)), signal)).to.deep.equal(answer(priced));
  });

  it("builds that route's call and tracks it by its quote", async () => {
    expect(await socket.build(ask, api(quoteBody(ask)), signal)).to.deep.equal(
      answer({
        ...priced,
        call: {
          chainId: 8453,
          to: socketGateway,
          data: routeCall,
          value: 0n,
          spender: socketGateway,
          says: {},
        },
        ref: { quoteId: 'quote-2', token: '0xaf88d065e77c8cc2239327c5edb3a432268e5831' },
      }),
    );
  });

  it('takes a native coin without an approval, and counts only what is above the amount as its fee', async () => {
    const native = testAsk({ from: etherOnBase });

    const built = await socket.build(
      native,
      api(quoteBody(native, [txRoute(native, { ...terms, value: '0x5f5e107' })])),
      signal,
    );

    expect(built).to.have.nested.property('value.coinFee', 7n);
    expect(built).to.have.nested.property('value.call.value', 100_000_007n);
    expect(built).to.have.nested.property('value.call.spender', null);
  });

  for (const { what, routes, reason, code } of [
    {
      what: 'no routes',
      routes: [],
      reason: 'socket finds no route for this pair and amount',
      code: 'NO_ROUTE',
    },
    {
      what: 'only routes of other kinds',
      routes: [depositRoute('99900000')],
      reason: 'socket finds no route for this pair and amount',
      code: 'NO_ROUTE',
    },
    {
      what: 'a token and no spender to approve',
      routes: [{ ...txRoute(ask, terms), approval: null }],
      reason: 'socket names no spender that would pull the token',
      code: 'RAIL_FAULT',
    },
    {
      what: 'an approval of another token',
      routes: [
        {
          ...txRoute(ask, terms),
          approval: {
            spenderAddress: socketGateway,
            tokenAddress: stranger,
            userAddress: ask.depositor,
          },
        },
      ],
      reason: 'socket answers for another source token than was asked for',
      code: 'RAIL_FAULT',
    },
    {
      what: 'an output in another token',
      routes: [
        {
          ...txRoute(ask, terms),
          output: { token: { chainId: 42161, address: stranger }, amount: '1', minAmountOut: '1' },
        },
      ],
      reason: 'socket answers for another destination token than was asked for',
      code: 'RAIL_FAULT',
    },
  ]) {
    it(`refuses ${what}`, async () => {
      const asked = api(quoteBody(ask, routes));

      expect(await faultAsRefusal(() => socket.build(ask, asked, signal))).to.deep.equal({
        ok: false,
        code,
        reason,
      });
    });
  }

  it('refuses an answer of nothing but an empty list', async () => {
    expect(
      await socket.price(
        ask,
        api({ success: true, statusCode: 200, result: { routes: [] }, message: null }),
        signal,
      ),
    ).to.deep.equal(refused('socket finds no route for this pair and amount'));
  });

  for (const { hurt, reason } of [
    {
      hurt: { input: { token: { chainId: 8453, address: stranger }, amount: '100000000' } },
      reason: 'socket answers for another source token than was asked for',
    },
    {
      hurt: { input: { token: { chainId: 8453, address: ask.from.address }, amount: '99999999' } },
      reason: 'socket answers for another amount than was asked for',
    },
    {
      hurt: { receiverAddress: stranger },
      reason: 'socket answers for another recipient than was asked for',
    },
    {
      hurt: { userAddress: stranger },
      reason: 'socket answers for another depositor than was asked for',
    },
    {
      hurt: { destinationChainId: 10 },
      reason: 'socket answers for another destination chain than was asked for',
    },
    {
      hurt: { originChainId: 10 },
      reason: 'socket answers for another source chain than was asked for',
    },
  ]) {
    it(`refuses an answer with ${JSON.stringify(hurt)}`, async () => {
      const { result, ...envelope } = quoteBody(ask);
      const asked = api({ ...envelope, result: { ...result, ...hurt } });

      expect(await faultAsRefusal(() => socket.price(ask, asked, signal))).to.deep.equal(
        atFault(reason),
      );
    });
  }

  it('refuses a native amount that is short', async () => {
    const native = testAsk({ from: etherOnBase });
    const body = quoteBody(native, [txRoute(native, { ...terms, value: '99999999' })]);

    expect(await faultAsRefusal(() => socket.price(native, api(body), signal))).to.deep.equal(
      atFault('socket would send less of the coin than the amount'),
    );
  });

  it('passes on why there is no route', async () => {
    expect(
      await socket.build(ask, api({ success: false, statusCode: 403 }, 403), signal),
    ).to.deep.equal(refused('socket wants a key, or another one'));
  });

  for (const { what, body } of [
    {
      what: 'amounts in JSON numbers',
      body: quoteBody(ask, [
        {
          ...txRoute(ask, terms),
          output: {
            token: { chainId: 42161, address: ask.to.address },
            amount: 99_700_000,
            minAmountOut: '1',
          },
        },
      ]),
    },
    { what: 'no transaction', body: quoteBody(ask, [{ ...txRoute(ask, terms), txData: null }]) },
    {
      what: 'a quote id that is not a plain word',
      body: quoteBody(ask, [txRoute(ask, { ...terms, quoteId: 'a b' })]),
    },
    { what: 'text', body: 'try again' },
  ]) {
    it(`is at fault with ${what}`, async () => {
      const failure: unknown = await socket
        .build(ask, api(body), signal)
        .catch((error: unknown) => error);

      expect(failure).to.be.instanceOf(RelayError).with.property('code', 'RAIL_FAULT');
    });
  }

  it('takes the best route that can be read, and notes those that cannot', async () => {
    const asked = api(
      quoteBody(ask, [
        { ...txRoute(ask, { ...terms, amount: '99999999' }), txData: null },
        txRoute(ask, terms),
        { ...txRoute(ask, terms), quoteId: null },
      ]),
    );

    expect(await socket.price(ask, asked, signal)).to.have.nested.property(
      'value.output',
      99_700_000n,
    );
    expect(asked.unread).to.deep.equal(['result.routes.0', 'result.routes.2']);
  });

  it('takes the best route for the asked transfer beside a better one for another', async () => {
    const other = { token: { chainId: 42161, address: stranger }, amount: '1', minAmountOut: '1' };
    const routes = [
      { ...txRoute(ask, terms), output: { ...other, amount: '99999999' } },
      txRoute(ask, terms),
    ];

    expect(await socket.price(ask, api(quoteBody(ask, routes)), signal)).to.have.nested.property(
      'value.output',
      99_700_000n,
    );
  });

  it('says beside a refusal how many routes could not be read', async () => {
    const body = quoteBody(ask, [
      depositRoute('99900000'),
      { ...txRoute(ask, terms), txData: null },
    ]);

    expect(await socket.price(ask, api(body), signal)).to.deep.equal(
      refused('socket finds no route for this pair and amount; 1 of its offers cannot be read'),
    );
  });

  it('asks where a transfer stands by its quote, and nothing before its transaction is mined', async () => {
    const asked = api({ success: true, result: { status: 'PENDING' } });
    const ref = { quoteId: 'quote-2', token: '0xaf88d065e77c8cc2239327c5edb3a432268e5831' };

    expect(await socket.track(ref, null, asked, signal)).to.deep.equal({
      status: 'BRIDGING',
      stage: 'SENDING',
    });
    expect(asked.requests).to.have.lengthOf(0);
    expect(await socket.track(ref, '0xabab', asked, signal)).to.deep.equal({
      status: 'BRIDGING',
      stage: 'PENDING',
    });
    expect(asked.requests).to.deep.equal([
      { method: 'GET', path: '/v3/swap/status', query: { quoteId: 'quote-2' } },
    ]);
  });

  it('knows no transfer that it did not write', async () => {
    const failure: unknown = await socket
      .track({}, '0xabab', api({}), signal)
      .catch((error: unknown) => error);

    expect(failure).to.include({
      code: 'RAIL_FAULT',
      message: 'this ref is not of a transfer over socket',
    });
  });
});

describe('a mutated answer of Socket', () => {
  it('is refused or a fault, or states every amount and names its target and spender', () => {
    fc.assert(
      fc.property(mutatedBody(quoteBody(ask)), (body) => {
        const built = builtOrFault(body, ask);
        if (built === null) return;

        const text = JSON.stringify(body);
        const { call, output, minOutput, ref } = built;
        for (const stated of [output, minOutput]) expect(text).to.include(`"${stated}"`);
        expect(text).to.include(JSON.stringify(ref['quoteId']));
        expect(text.toLowerCase())
          .to.include(call.to)
          .and.to.include(call.data)
          .and.to.include(call.spender ?? '');
        expect([undefined, null, ask.recipient]).to.include(receiverIn(body));
      }),
      { numRuns: 2_000 },
    );
  });
});

/** Where an accepted body says who is paid. */
function receiverIn(body: unknown): unknown {
  const { result } = body as { result: { receiverAddress?: unknown } };
  return result.receiverAddress;
}

function builtOrFault(body: unknown, asked: Ask) {
  try {
    const quote = readQuote(asked, body, () => undefined);
    return quote.ok ? planCall(asked, quote.value) : null;
  } catch (error) {
    expect(error)
      .to.be.instanceOf(RelayError)
      .with.property('code')
      .that.matches(/^RAIL_(FAULT|DOWN)$/);
    return null;
  }
}

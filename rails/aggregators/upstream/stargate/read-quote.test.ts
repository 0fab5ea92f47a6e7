import {
  asAmount,
  type JsonObject,
  type RailOutcome,
  RelayError,
  readUnits,
  refuse,
  type TokenRef,
} from '@interline/plugins';
import { etherOnBase, usdcOnArbitrum } from '@interline/plugins/testing';
import { expect } from 'chai';
import { faultAsRefusal } from '../../testing/fault-as-refusal.ts';
import { plainSettings } from '../../testing/scripted-api.ts';
import { stranger, testAsk } from '../../testing/test-ask.ts';
import type { Ask, Priced } from '../upstream.ts';
import { readQuote } from './read-quote.ts';
import { stargateAsk } from './request.ts';
import { approveStep, bus, quotesBody, sendData, sendStep, taxi } from './testing/quotes-body.ts';

describe('a quote of stargate', () => {
  it('is read whole', () => {
    expect(pricedFrom(quotesBody(taxi))).to.deep.equal({
      ok: true,
      value: {
        output: 99_994_103n,
        minOutput: 99_500_000n,
        durationSec: 42,
        bridge: 'stargate v2 taxi',
        via: ['stargate'],
        expiresAtMs: null,
        coinFee: 181_457_290_023_101n,
      },
    });
  });

  it('is the one with the most output, whatever the order', () => {
    const outputs = [quotesBody(taxi, bus), quotesBody(bus, taxi)]
      .map((body) => pricedFrom(body))
      .map((outcome) => outcome.ok && outcome.value.output);

    expect(outputs).to.deep.equal([99_994_103n, 99_994_103n]);
  });

  it('is one of the allowed routes, and none of the denied', () => {
    const bridges = [{ allow: ['stargate/v2/bus'] }, { deny: ['stargate/v2/taxi'] }].map(
      (settings) => pricedFrom(quotesBody(taxi, bus), testAsk(), settings),
    );

    expect(bridges.map((outcome) => outcome.ok && outcome.value.bridge)).to.deep.equal([
      'stargate v2 bus',
      'stargate v2 bus',
    ]);
  });

  it('counts the coin itself as no fee', async () => {
    const ether: TokenRef = { ...etherOnBase, chain: usdcOnArbitrum.chain };
    const ask = testAsk({
      from: etherOnBase,
      to: ether,
      units: asAmount(1_000_000_000_000_000_000n),
    });
    const terms = {
      srcToken: null,
      dstToken: null,
      srcAmount: '1000000000000000000',
      dstAmount: '999000000000000000',
      dstAmountMin: '995000000000000000',
    };

    const fees = await Promise.all(
      ['1000000000000000007', '999999999999999999'].map((value) =>
        faultAsRefusal(() =>
          pricedFrom(
            quotesBody({
              ...taxi,
              ...terms,
              steps: [{ ...sendStep, transaction: { to: stranger, data: sendData(), value } }],
            }),
            ask,
          ),
        ),
      ),
    );

    expect(
      fees.map((outcome) => (outcome.ok ? outcome.value.coinFee : outcome.reason)),
    ).to.deep.equal([7n, 'stargate would send less of the coin than the amount']);
  });

  const noRoute = refuse('NO_ROUTE', 'stargate has no route for this pair and amount');
  const another = (what: string) =>
    refuse('RAIL_FAULT', `stargate answers for another ${what} than was asked for`);
  const bridgeCalls = refuse('NO_ROUTE', 'stargate wants another number of bridge calls than one');
  const refused: readonly (readonly [string, JsonObject, RailOutcome<Priced>])[] = [
    ['there is none', quotesBody(), noRoute],
    [
      'each carries an error',
      quotesBody({
        route: 'stargate/v2/taxi',
        error: { message: 'no credits' },
        dstAmount: '0',
        steps: [],
      }),
      noRoute,
    ],
    [
      'it is for another recipient',
      quotesBody({ ...taxi, dstAddress: stranger }),
      another('recipient'),
    ],
    [
      'it is for another sender',
      quotesBody({ ...taxi, srcAddress: stranger }),
      another('depositor'),
    ],
    [
      'it is for another amount',
      quotesBody({ ...taxi, srcAmount: '100000001' }),
      another('amount'),
    ],
    [
      'it is for another source token',
      quotesBody({ ...taxi, srcToken: stranger }),
      another('source token'),
    ],
    [
      'it is for another destination token',
      quotesBody({ ...taxi, dstToken: stranger }),
      another('destination token'),
    ],
    [
      'it comes from another chain',
      quotesBody({ ...taxi, srcChainKey: 'bsc' }),
      another('source chain'),
    ],
    [
      'it goes to another chain',
      quotesBody({ ...taxi, dstChainKey: 'bsc' }),
      another('destination chain'),
    ],
    [
      'it asks for a call on another chain',
      quotesBody({ ...taxi, steps: [approveStep, { ...sendStep, chainKey: 'bsc' }] }),
      another('source chain'),
    ],
    [
      'it promises less than asked',
      quotesBody({ ...taxi, dstAmountMin: '99499999' }),
      refuse('BELOW_AGREED_OUTPUT', 'stargate promises less than the 99500000 asked for'),
    ],
    [
      'it expects less than it promises',
      quotesBody({ ...taxi, dstAmount: '99499999' }),
      refuse('BELOW_AGREED_OUTPUT', 'stargate promises less than the 99500000 asked for'),
    ],
    ['it has no bridge call', quotesBody({ ...taxi, steps: [approveStep] }), bridgeCalls],
    ['it has two bridge calls', quotesBody({ ...taxi, steps: [sendStep, sendStep] }), bridgeCalls],
  ];

  for (const [why, body, outcome] of refused) {
    it(`is refused where ${why}`, async () => {
      expect(await faultAsRefusal(() => pricedFrom(body))).to.deep.equal(outcome);
    });
  }

  it('is read beside offers that cannot be, which are left out and noted', () => {
    const noted: string[] = [];
    const body = {
      quotes: [{ ...taxi, dstAmount: 99_999_999 }, bus, 'soon', { ...taxi, steps: null }],
    };

    const priced = pricedFrom(body, testAsk(), {}, noted);

    expect(priced.ok && priced.value.bridge).to.equal('stargate v2 bus');
    expect(noted).to.deep.equal(['quotes.0', 'quotes.2', 'quotes.3']);
  });

  it('that is refused says how many others could not be read', () => {
    const body = quotesBody({ ...taxi, dstAmountMin: '99499999' }, { ...taxi, steps: null });

    expect(pricedFrom(body)).to.deep.equal(
      refuse(
        'BELOW_AGREED_OUTPUT',
        'stargate promises less than the 99500000 asked for; 1 of its offers cannot be read',
      ),
    );
  });

  const faults: readonly (readonly [string, unknown, string])[] = [
    ['an object without quotes', { message: 'see https://status.example' }, 'quotes'],
    ['an amount as a JSON number', quotesBody({ ...taxi, dstAmount: 99_994_103 }), 'quotes.0'],
    [
      'a value as a JSON number',
      quotesBody({
        ...taxi,
        steps: [{ ...sendStep, transaction: { to: stranger, data: '0x', value: 7 } }],
      }),
      'quotes.0',
    ],
    [
      'a step of a kind we do not know',
      quotesBody({ ...taxi, steps: [{ ...sendStep, type: 'permit' }] }),
      'quotes.0',
    ],
    [
      'nothing but offers that cannot be read',
      { quotes: ['soon', { ...taxi, steps: null }] },
      'quotes.0',
    ],
    ['no list at all', 'quotes', ''],
  ];

  for (const [what, body, place] of faults) {
    it(`is a fault where it is ${what}`, () => {
      const at = place === '' ? '' : `, at ${place}`;

      expect(() => pricedFrom(body))
        .to.throw(
          RelayError,
          `stargate answered its quotes in another shape than it documents${at}`,
        )
        .with.property('code', 'RAIL_FAULT');
    });
  }

  it('must meet the agreed minimum to the unit', () => {
    const kept = pricedFrom(
      quotesBody({ ...taxi, dstAmountMin: '99600000' }),
      testAsk({ minOutput: readUnits('99600000', 'min') }),
    );
    const missed = pricedFrom(
      quotesBody({ ...taxi, dstAmountMin: '99600000' }),
      testAsk({ minOutput: readUnits('99600001', 'min') }),
    );

    expect([kept.ok, missed.ok]).to.deep.equal([true, false]);
  });
});

function pricedFrom(
  body: unknown,
  ask: Ask = testAsk(),
  settings: Partial<typeof plainSettings> = {},
  noted: string[] = [],
): RailOutcome<Priced> {
  const asked = stargateAsk(ask);
  if (!asked.ok) return asked;
  const quoted = readQuote(ask, asked.value, body, {
    settings: { ...plainSettings, ...settings },
    leftOut: (place) => {
      noted.push(place);
    },
  });
  return quoted.ok ? { ok: true, value: quoted.value.priced } : quoted;
}

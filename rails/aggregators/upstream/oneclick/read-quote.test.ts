import { asUnits, evmAddress, type JsonObject, RelayError } from '@interline/plugins';
import { expect } from 'chai';
import { plainSettings } from '../../testing/scripted-api.ts';
import { stranger, testAsk } from '../../testing/test-ask.ts';
import { type OneclickQuote, readQuote } from './read-quote.ts';
import { quoteRequest, type QuoteTerms } from './request.ts';
import {
  depositAddress,
  dryQuote,
  liveQuote,
  quoteBody,
  signer,
  usdcArbitrumAsset,
  usdcBaseAsset,
} from './testing/oneclick-bodies.ts';

const live: QuoteTerms = {
  step: 'build',
  originAsset: usdcBaseAsset,
  destinationAsset: usdcArbitrumAsset,
  nowMs: 1_800_000_000_000,
};
const dry: QuoteTerms = { ...live, step: 'price' };

describe('a quote of oneclick', () => {
  it('is read whole', () => {
    const body = quoteBody(asked(live));

    expect(read(body)).to.deep.equal({
      priced: {
        output: asUnits(99_780_000n),
        minOutput: asUnits(99_281_100n),
        durationSec: 18,
        bridge: 'oneclick',
        via: ['oneclick'],
        expiresAtMs: 1_800_001_200_000,
        coinFee: 0n,
      },
      deposit: { address: depositAddress, hasMemo: false, signature: body.signature },
    });
  });

  it('has no address, no time and no end in a dry run', () => {
    const quoted = readQuote(testAsk(), dry, quoteBody(asked(dry), dryQuote), signer);

    expect([
      quoted.deposit.address,
      quoted.priced.durationSec,
      quoted.priced.expiresAtMs,
    ]).to.deep.equal([null, null, null]);
  });

  it('keeps no signature over another deposit address, or without a known signer', () => {
    const body = quoteBody(asked(live));

    const moved = read({ ...body, quote: { ...liveQuote, depositAddress: stranger } });
    const unknown = readQuote(testAsk(), live, body, null);

    expect(
      [moved, unknown].map(({ deposit }) => [deposit.address, deposit.signature]),
    ).to.deep.equal([
      [stranger, null],
      [depositAddress, null],
    ]);
  });

  it('may spell our addresses with a checksum', () => {
    const recipient = `0x${'AB'.repeat(20)}`;
    const quote = quoteBody({
      ...asked(live, testAsk({ recipient: evmAddress(recipient) })),
      recipient,
    });

    expect(
      readQuote(testAsk({ recipient: evmAddress(recipient) }), live, quote, signer),
    ).to.have.nested.property('deposit.address', depositAddress);
  });

  const echoes: readonly (readonly [string, JsonObject[string]])[] = [
    ['dry', true],
    ['swapType', 'EXACT_OUTPUT'],
    ['depositType', 'INTENTS'],
    ['depositMode', 'MEMO'],
    ['originAsset', usdcArbitrumAsset],
    ['destinationAsset', usdcBaseAsset],
    ['amount', '100000001'],
    ['slippageTolerance', 51],
    ['refundTo', stranger],
    ['refundType', 'INTENTS'],
    ['recipient', stranger],
    ['recipientType', 'INTENTS'],
    ['amount', 100_000_000],
    ['recipient', null],
  ];

  for (const [field, said] of echoes) {
    it(`is a fault where it repeats ${JSON.stringify(said)} as our ${field}`, () => {
      expect(() => read(quoteBody({ ...asked(live), [field]: said })))
        .to.throw(RelayError, `oneclick answers for another ${field} than asked`)
        .with.property('code', 'RAIL_FAULT');
    });
  }

  it('is a fault where it does not repeat the request', () => {
    expect(() => read(quoteBody({}))).to.throw(
      RelayError,
      'oneclick answers for another dry than asked',
    );
  });

  it('is a fault where it asks for another amount', () => {
    expect(() => read(quoteBody(asked(live), { ...liveQuote, amountIn: '100000001' }))).to.throw(
      RelayError,
      'oneclick wants another amount than asked',
    );
  });

  const faults: readonly (readonly [string, JsonObject, string])[] = [
    ['an output as a JSON number', { ...liveQuote, amountOut: 99_780_000 }, 'quote.amountOut'],
    ['an output of zero', { ...liveQuote, amountOut: '0' }, 'quote.amountOut'],
    ['a minimum with a point', { ...liveQuote, minAmountOut: '99281100.0' }, 'quote.minAmountOut'],
    [
      'a malformed deposit address',
      { ...liveQuote, depositAddress: 'alice.near' },
      'quote.depositAddress',
    ],
  ];

  for (const [what, quote, place] of faults) {
    it(`is a fault where it holds ${what}`, () => {
      expect(() => read(quoteBody(asked(live), quote)))
        .to.throw(
          RelayError,
          `oneclick answered its quote in another shape than it documents, at ${place}`,
        )
        .with.property('code', 'RAIL_FAULT');
    });
  }
});

function asked(terms: QuoteTerms, ask = testAsk()): JsonObject {
  return quoteRequest(ask, terms, plainSettings).body ?? {};
}

function read(body: JsonObject): OneclickQuote {
  return readQuote(testAsk(), live, body, signer);
}

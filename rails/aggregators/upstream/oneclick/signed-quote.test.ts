import { expect } from 'chai';
import { isSignedBy } from './signed-quote.ts';
import { signedDryQuote, signedLiveQuote, stagingSigner } from './testing/signed-quotes.ts';

const { quote, quoteRequest } = signedLiveQuote;

describe('the signature of a quote of oneclick', () => {
  it('holds for answers of its staging service, live and dry, word for word', () => {
    expect([
      isSignedBy(stagingSigner, signedLiveQuote),
      isSignedBy(stagingSigner, signedDryQuote),
    ]).to.deep.equal([true, true]);
  });

  it('is the same where its status repeats the quote, with null for unset fields', () => {
    const { quoteWaitingTimeMs: _unset, ...request } = quoteRequest;

    expect(
      isSignedBy(stagingSigner, {
        ...signedLiveQuote,
        quoteRequest: {
          ...request,
          referral: null,
          virtualChainRecipient: null,
          virtualChainRefundRecipient: null,
        },
      }),
    ).to.equal(true);
  });

  for (const [member, value] of [
    ['depositAddress', 'bc1q6mte80265ghwq4vsrpm9lnaz46uvdreu9z8wly'],
    ['depositMemo', '7'],
    ['amountIn', '10001'],
    ['amountOut', '5931561'],
    ['minAmountOut', '5872243'],
    ['deadline', '2026-06-27T19:00:00.000Z'],
  ] as const) {
    it(`is invalid where a man in the middle changes the quote's ${member}`, () => {
      expect(
        isSignedBy(stagingSigner, { ...signedLiveQuote, quote: { ...quote, [member]: value } }),
      ).to.equal(false);
    });
  }

  for (const [member, value] of [
    ['recipient', '0x1111111111111111111111111111111111111111'],
    ['refundTo', 'bc1q873cxltdc560dth6tpwqpehq9uvhxxcdgwnmnw'],
    ['amount', '9999'],
    ['dry', true],
  ] as const) {
    it(`breaks where it was given for another ${member}`, () => {
      expect(
        isSignedBy(stagingSigner, {
          ...signedLiveQuote,
          quoteRequest: { ...quoteRequest, [member]: value },
        }),
      ).to.equal(false);
    });
  }

  it('is invalid with another key, and on another answer', () => {
    expect(
      isSignedBy('ed25519:reYaWhvwu8Jzo3WUM3zhn6VrhuMEF4eADL17qtRVifc', signedLiveQuote),
    ).to.equal(false);
    expect(
      isSignedBy(stagingSigner, { ...signedLiveQuote, signature: signedDryQuote.signature }),
    ).to.equal(false);
    expect(
      isSignedBy(stagingSigner, { ...signedLiveQuote, timestamp: signedDryQuote.timestamp }),
    ).to.equal(false);
  });

  for (const signature of [
    undefined,
    null,
    '',
    'ed25519:',
    'ed25519:0OIl',
    'ed25519:1111',
    `ed25519:${'z'.repeat(88)}`,
    7,
  ]) {
    it(`is invalid where it reads ${JSON.stringify(signature)}`, () => {
      expect(isSignedBy(stagingSigner, { ...signedLiveQuote, signature })).to.equal(false);
    });
  }

  it('is invalid where the answer is not a quote', () => {
    expect(
      [
        null,
        7,
        [],
        {},
        { ...signedLiveQuote, quote: null },
        { ...signedLiveQuote, quoteRequest: 'x' },
      ].map((body) => isSignedBy(stagingSigner, body)),
    ).to.deep.equal(Array(6).fill(false));
  });
});

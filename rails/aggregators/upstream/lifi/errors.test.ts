import { type ErrorCode, type Json, RelayError } from '@interline/plugins';
import { expect } from 'chai';
import fc from 'fast-check';
import { mutatedBody } from '../../testing/mutated-body.ts';
import { orFault } from '../../testing/or-fault.ts';
import { refusalOf } from './errors.ts';
import { noRouteBody, quoteBody } from './testing/lifi-bodies.ts';

const finds = 'lifi finds no route for this pair and amount';

const toolCodes: readonly (readonly [code: string, reason: string])[] = [
  ['NO_POSSIBLE_ROUTE', finds],
  ['INSUFFICIENT_LIQUIDITY', 'the bridges of lifi have too little liquidity for the amount'],
  ['TOOL_TIMEOUT', 'the bridges of lifi did not answer it in time'],
  ['RPC_ERROR', 'the bridges of lifi could not read a chain'],
  ['AMOUNT_TOO_LOW', 'the amount is too low for the bridges of lifi'],
  ['AMOUNT_TOO_HIGH', 'the amount is too high for the bridges of lifi'],
  ['FEES_HIGHER_THAN_AMOUNT', 'the fees on lifi are higher than the amount'],
  ['DIFFERENT_RECIPIENT_NOT_SUPPORTED', 'the bridges of lifi pay only the depositor on this lane'],
  ['TOOL_SPECIFIC_ERROR', 'the bridges of lifi refuse this transfer'],
  ['CANNOT_GUARANTEE_MIN_AMOUNT', 'the bridges of lifi cannot promise the minimum'],
  ['RATE_LIMIT_EXCEEDED', 'the bridges of lifi are over their limits now'],
  ['UNKNOWN_ERROR', 'the bridges of lifi failed'],
  ['A_CODE_OF_TOMORROW', finds],
];

const refused: readonly (readonly [status: number, body: Json, reason: string])[] = [
  [404, { message: 'none', code: 1002 }, finds],
  [404, { message: 'none' }, finds],
  [404, { message: 'no such token', code: 1003 }, 'lifi does not know one of the chains or tokens'],
  [400, { message: 'no', code: 1004 }, 'lifi cannot process this transfer'],
  [
    409,
    { message: 'slippage', code: 1007 },
    'the price moves by more than the slippage allows on lifi',
  ],
  [
    400,
    { message: 'fromToken must be an address', code: 1011 },
    'lifi does not accept a value of the request',
  ],
  [400, { message: 'no code' }, 'lifi does not accept a value of the request'],
  [418, 'no JSON object', 'lifi refuses, with HTTP status 418'],
  [418, { message: 'a code of tomorrow', code: 1999 }, 'lifi refuses, with HTTP status 418'],
  [200, { message: 'none', code: 1002 }, finds],
];

const faults: readonly (readonly [status: number, body: Json, code: ErrorCode, message: string])[] =
  [
    [400, { message: 'x', code: 1000 }, 'RAIL_FAULT', 'lifi failed on its side'],
    [424, { message: 'x', code: 1001 }, 'RAIL_FAULT', 'lifi could not make its transaction'],
    [400, { message: 'x', code: 1005 }, 'RAIL_DOWN', 'lifi asks us to slow down'],
    [400, { message: 'x', code: 1006 }, 'RAIL_FAULT', 'lifi failed on its side'],
    [424, { message: 'x', code: 1008 }, 'RAIL_FAULT', 'a bridge behind lifi failed'],
    [408, { message: 'x', code: 1009 }, 'RAIL_TIMEOUT', 'lifi waited too long for its bridges'],
    [401, { message: 'x', code: 1010 }, 'RAIL_FAULT', 'lifi does not accept our key'],
    [403, { message: 'x' }, 'RAIL_FAULT', 'lifi does not accept our key'],
    [424, { message: 'x', code: 1012 }, 'RAIL_FAULT', 'lifi could not read a chain'],
    [400, { message: 'x', code: 1013 }, 'RAIL_FAULT', 'lifi could not read its own answer'],
  ];

describe('an error of LI.FI', () => {
  for (const [code, reason] of toolCodes) {
    it(`from its bridges, ${code}, is a refusal`, () => {
      expect(refusalOf({ status: 404, body: noRouteBody(code) })).to.deep.equal({
        ok: false,
        code: 'NO_ROUTE',
        reason,
      });
    });
  }

  it('tells first what a client can do something about', () => {
    const outcome = refusalOf({
      status: 404,
      body: noRouteBody('NO_POSSIBLE_ROUTE', 'TOOL_TIMEOUT', 'AMOUNT_TOO_LOW'),
    });

    expect(outcome).to.have.property('reason', 'the amount is too low for the bridges of lifi');
  });

  for (const [status, body, reason] of refused) {
    it(`${status} ${JSON.stringify(body)} is a refusal`, () => {
      expect(refusalOf({ status, body })).to.deep.equal({ ok: false, code: 'NO_ROUTE', reason });
    });
  }

  for (const [status, body, code, message] of faults) {
    it(`${status} ${JSON.stringify(body)} is its fault`, () => {
      expect(() => refusalOf({ status, body }))
        .to.throw(RelayError, message)
        .with.property('code', code);
    });
  }

  it('is null where there is a quote', () => {
    expect(refusalOf({ status: 200, body: quoteBody() })).to.equal(null);
  });

  it('is a refusal in our words, or its fault, for every mutated body', async () => {
    await fc.assert(
      fc.asyncProperty(mutatedBody(noRouteBody('AMOUNT_TOO_LOW', 'TOOL_TIMEOUT')), async (body) => {
        const refusal = await orFault(() => refusalOf({ status: 404, body }));

        if (refusal !== null) expect(refusal.reason).to.be.oneOf(ourWords);
      }),
      { numRuns: 1_000 },
    );
  });
});

const ourWords = [
  ...toolCodes.map(([, reason]) => reason),
  ...refused.map(([, , reason]) => reason),
  'lifi refuses, with HTTP status 404',
];

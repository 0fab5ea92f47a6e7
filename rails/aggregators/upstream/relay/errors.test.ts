import { type ErrorCode, RelayError } from '@interline/plugins';
import { expect } from 'chai';
import fc from 'fast-check';
import { mutatedBody } from '../../testing/mutated-body.ts';
import { orFault } from '../../testing/or-fault.ts';
import { isPassing, refusalOf } from './errors.ts';
import { quoteBody } from './testing/relay-bodies.ts';

const noRoute = 'relay finds no route for this pair and amount';
const badValue = 'relay does not accept a value of the request';

const refused: readonly (readonly [errorCode: string, reason: string, code?: ErrorCode])[] = [
  ['AMOUNT_TOO_LOW', 'the amount is too low for relay'],
  ['NO_QUOTES', 'relay has no quote for this pair and amount'],
  ['NO_SWAP_ROUTES_FOUND', noRoute],
  ['NO_INTERNAL_SWAP_ROUTES_FOUND', noRoute],
  ['UNSUPPORTED_ROUTE', 'relay does not serve this pair'],
  ['UNSUPPORTED_CHAIN', 'relay does not serve one of the chains'],
  ['UNSUPPORTED_CURRENCY', 'relay does not serve one of the tokens'],
  ['UNSUPPORTED_EXECUTION_TYPE', 'relay does not serve this kind of transfer'],
  ['CHAIN_DISABLED', 'relay has switched off one of the chains'],
  ['ROUTE_TEMPORARILY_RESTRICTED', 'relay restricts this lane for now'],
  ['INSUFFICIENT_LIQUIDITY', 'relay has too little liquidity for the amount'],
  ['INSUFFICIENT_FUNDS', 'relay wants the money there before it quotes'],
  ['SWAP_IMPACT_TOO_HIGH', 'the amount would move the price too far on relay'],
  ['USER_RECIPIENT_MISMATCH', 'relay pays only the depositor on this lane'],
  ['SANCTIONED_CURRENCY', 'relay refuses one of the tokens'],
  ['SANCTIONED_WALLET_ADDRESS', 'relay refuses one of the addresses'],
  ['INVALID_ADDRESS', 'relay does not accept one of the addresses'],
  ['INVALID_RECIPIENT', 'relay does not accept the recipient'],
  ['INVALID_INPUT_CURRENCY', 'relay does not know the source token'],
  ['INVALID_OUTPUT_CURRENCY', 'relay does not know the destination token'],
  ['INVALID_SLIPPAGE_TOLERANCE', 'relay does not accept the slippage'],
  ['INVALID_EXTRA_TXS', badValue],
  ['INVALID_GAS_LIMIT_FOR_DEPOSIT_SPECIFIED_TXS', badValue],
  ['EXTRA_TXS_NOT_SUPPORTED', badValue],
  ['PERMIT_FAILED', badValue],
  ['DESTINATION_TX_FAILED', 'relay says that its payment would revert', 'SIMULATION_FAILED'],
  ['A_CODE_OF_TOMORROW', 'relay refuses, with HTTP status 400'],
];

const faults: readonly (readonly [errorCode: string, message: string])[] = [
  ['UNAUTHORIZED', 'relay does not accept our key'],
  ['FORBIDDEN', 'relay does not accept our key'],
  ['UNKNOWN_ERROR', 'relay failed on its side'],
  ['SERVICE_UNAVAILABLE', 'relay is not available now'],
  ['RPC_HTTP_ERROR', 'relay could not read a chain'],
  ['PRICE_FETCH_FAILED', 'relay could not price a token'],
  ['SWAP_QUOTE_FAILED', 'relay could not price the swap'],
  ['ERC20_ROUTER_ADDRESS_NOT_FOUND', 'relay misses a contract of its own'],
];

const errorBody = (errorCode: string) => ({
  message: 'see https://relay.example/errors',
  errorCode,
  requestId: '0x1',
});

describe('an error of Relay', () => {
  for (const [errorCode, reason, code = 'NO_ROUTE'] of refused) {
    it(`${errorCode} is a refusal`, () => {
      expect(refusalOf({ status: 400, body: errorBody(errorCode) })).to.deep.equal({
        ok: false,
        code,
        reason,
      });
    });
  }

  for (const [errorCode, message] of faults) {
    it(`${errorCode} is its fault`, () => {
      expect(() => refusalOf({ status: 400, body: errorBody(errorCode) }))
        .to.throw(RelayError, message)
        .with.property('code', 'RAIL_FAULT');
    });
  }

  it('REQUEST_TIMED_OUT is late, so the price is asked for again', () => {
    expect(() => refusalOf({ status: 400, body: errorBody('REQUEST_TIMED_OUT') }))
      .to.throw(RelayError, 'relay waited too long for its sources')
      .with.property('code', 'RAIL_TIMEOUT');
  });

  it('is its fault without a code where the key is not accepted', () => {
    expect(() => refusalOf({ status: 401, body: { message: 'no' } }))
      .to.throw(RelayError, 'relay does not accept our key')
      .with.property('code', 'RAIL_FAULT');
  });

  it('is a refusal in a success as well', () => {
    expect(refusalOf({ status: 200, body: errorBody('NO_QUOTES') })).to.deep.equal({
      ok: false,
      code: 'NO_ROUTE',
      reason: 'relay has no quote for this pair and amount',
    });
  });

  it('is a refusal without words', () => {
    expect(refusalOf({ status: 418, body: null })).to.deep.equal({
      ok: false,
      code: 'NO_ROUTE',
      reason: 'relay refuses, with HTTP status 418',
    });
  });

  it('is null where there is a quote', () => {
    expect(refusalOf({ status: 200, body: quoteBody() })).to.equal(null);
  });

  it('passes where a simulation failed, and is a refusal all the same', () => {
    const answered = {
      status: 400,
      body: { message: 'Final transaction simulation failed', errorCode: 'UNKNOWN_ERROR' },
    };

    expect([
      isPassing(answered),
      isPassing({ status: 400, body: errorBody('NO_QUOTES') }),
      isPassing({ status: 200, body: quoteBody() }),
    ]).to.deep.equal([true, false, false]);
    expect(refusalOf(answered)).to.deep.equal({
      ok: false,
      code: 'SIMULATION_FAILED',
      reason: 'relay says that its transaction would revert',
    });
  });

  it('is a refusal in our words, or its fault, for every mutated body', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc
          .constantFrom(...refused, ...faults)
          .chain(([errorCode]) => mutatedBody(errorBody(errorCode))),
        async (body) => {
          const refusal = await orFault(() => refusalOf({ status: 400, body }));

          if (refusal !== null)
            expect(refusal.reason).to.be.oneOf(refused.map(([, reason]) => reason));
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

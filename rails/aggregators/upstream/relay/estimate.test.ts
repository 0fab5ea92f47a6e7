import { asAmount, type JsonObject, RelayError } from '@interline/plugins';
import { usdcOnBase } from '@interline/plugins/testing';
import { expect } from 'chai';
import { bera, btc, question, sol, trx, usdcOnSolana } from '../../testing/estimate-tokens.ts';
import { plainSettings, scriptedApi } from '../../testing/scripted-api.ts';
import { estimateRequest, readEstimate, relayEstimates } from './estimate.ts';
import recorded from './testing/recorded/quote-to-solana.json' with { type: 'json' };

const signal = new AbortController().signal;

describe('an estimate of relay', () => {
  it('is read right in a recorded answer of its live API', () => {
    expect(readEstimate(question({}), recorded.body)).to.deep.equal({
      output: 9_738_642n,
      minOutput: 9_543_870n,
      durationSec: 1,
      bridge: 'relay',
      via: [],
      expiresAtMs: null,
    });
  });

  it('is a fault where the answer is for another transfer', () => {
    const strange: readonly (readonly [object, string])[] = [
      [{ units: asAmount(10_000_001n) }, 'amount'],
      [
        { to: { ...usdcOnSolana, address: usdcOnSolana.address.toLowerCase() } },
        'destination token',
      ],
      [{ to: btc }, 'destination chain'],
      [{ from: { ...usdcOnBase, chain: bera.chain } }, 'source chain'],
    ];
    for (const [change, field] of strange)
      expect(() => readEstimate(question(change), recorded.body), field)
        .to.throw(RelayError, `relay answers for another ${field} than was asked for`)
        .with.property('code', 'RAIL_FAULT');
  });

  it('names chains and coins as Relay does', () => {
    const named = [sol, btc, trx, bera].map((to) => {
      const body = estimateRequest(question({ to }), plainSettings).body as JsonObject; // CAST: a POST.
      return [body['destinationChainId'], body['destinationCurrency']];
    });

    expect(named).to.deep.equal([
      [792_703_809, '11111111111111111111111111111111'],
      [8_253_038, 'bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqmql8k8'],
      [728_126_428, 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'],
      [80_094, '0x0000000000000000000000000000000000000000'],
    ]);
  });

  it('is asked for with the payer as user, and refused in our own words', async () => {
    const api = scriptedApi([
      { status: 400, body: { message: 'secret', errorCode: 'AMOUNT_TOO_LOW' } },
    ]);

    expect(await relayEstimates.price(question({}), api, signal)).to.deep.equal({
      ok: false,
      code: 'NO_ROUTE',
      reason: 'the amount is too low for relay',
    });
    expect(api.requests).to.deep.equal([
      {
        method: 'POST',
        path: '/quote/v2',
        body: {
          user: 'payer',
          recipient: 'recipient',
          refundTo: 'payer',
          originChainId: 8453,
          destinationChainId: 792_703_809,
          originCurrency: usdcOnBase.address,
          destinationCurrency: usdcOnSolana.address,
          amount: '10000000',
          tradeType: 'EXACT_INPUT',
          slippageTolerance: '50',
        },
      },
    ]);
  });
});

import { asAmount, RelayError } from '@interline/plugins';
import { usdcOnArbitrum } from '@interline/plugins/testing';
import { expect } from 'chai';
import { btc, question, sol, trx, usdcOnSolana } from '../../testing/estimate-tokens.ts';
import { plainSettings, scriptedApi } from '../../testing/scripted-api.ts';
import { estimateRequest, readEstimate, symbiosisEstimates } from './estimate.ts';
import recorded from './testing/recorded/swap-btc-deposit.json' with { type: 'json' };

const signal = new AbortController().signal;

describe('an estimate of symbiosis', () => {
  it("is read right in an answer of its own client's test, from Bitcoin", () => {
    const asked = question({ from: btc, to: usdcOnArbitrum, units: asAmount(165_000n) });

    expect(readEstimate(asked, recorded.body)).to.deep.equal({
      output: 99_263_949n,
      minOutput: 97_269_184n,
      durationSec: null,
      bridge: 'symbiosis',
      via: ['symbiosis'],
      expiresAtMs: null,
    });
  });

  it('is a fault where the answer is for another chain or unit', () => {
    expect(() => readEstimate(question({ from: btc, to: sol }), recorded.body)).to.throw(
      RelayError,
      'symbiosis answers for another destination chain than was asked for',
    );
    expect(() =>
      readEstimate(question({ from: btc, to: { ...usdcOnArbitrum, decimals: 18 } }), recorded.body),
    ).to.throw(RelayError, 'symbiosis answers for another unit than was asked for');
  });

  it('is asked for with its own chain ids, and the empty string for a coin', () => {
    const { body } = estimateRequest(question({ from: trx, to: sol }), plainSettings);

    expect(body).to.deep.equal({
      tokenAmountIn: {
        address: '',
        chainId: 728_126_428,
        decimals: 6,
        symbol: 'TRX',
        amount: '10000000',
      },
      tokenOut: { address: '', chainId: 5_426, decimals: 9, symbol: 'SOL' },
      from: 'payer',
      to: 'recipient',
      slippage: 50,
    });
  });

  it('is not asked for where only its own list knows the token', async () => {
    const api = scriptedApi([]);

    expect(
      await symbiosisEstimates.price(question({ to: usdcOnSolana }), api, signal),
    ).to.deep.equal({
      ok: false,
      code: 'NO_ROUTE',
      reason: 'symbiosis has a name of its own for USDC there',
    });
    expect(api.requests).to.deep.equal([]);
  });
});

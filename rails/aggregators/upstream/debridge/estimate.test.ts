import { RelayError } from '@interline/plugins';
import { usdcOnBase } from '@interline/plugins/testing';
import { expect } from 'chai';
import { question, sol, trx, usdcOnSolana, usdtOnTron } from '../../testing/estimate-tokens.ts';
import { plainSettings, scriptedApi } from '../../testing/scripted-api.ts';
import { debridgeEstimates, estimateRequest, readEstimate } from './estimate.ts';

const signal = new AbortController().signal;

/** Shaped after deBridge's reference; no answer of it for such a lane is recorded. */
const toSolana = {
  estimation: {
    srcChainTokenIn: { address: usdcOnBase.address, chainId: 8453, amount: '10000000' },
    dstChainTokenOut: { address: usdcOnSolana.address, chainId: 7_565_164, amount: '9950000' },
  },
  order: { approximateFulfillmentDelay: 3 },
};

describe('an estimate of debridge', () => {
  it('promises what it expects', () => {
    expect(readEstimate(question({}), toSolana)).to.deep.equal({
      output: 9_950_000n,
      minOutput: 9_950_000n,
      durationSec: 3,
      bridge: 'debridge',
      via: ['debridge'],
      expiresAtMs: null,
    });
  });

  it('is a fault where the answer is for another token', () => {
    expect(() => readEstimate(question({ to: sol }), toSolana)).to.throw(
      RelayError,
      'debridge answers for another destination token than was asked for',
    );
  });

  it('is asked for without recipient or authority, so that no order is made', () => {
    expect(estimateRequest(question({ to: usdtOnTron }), plainSettings).query).to.deep.equal({
      srcChainId: '8453',
      srcChainTokenIn: usdcOnBase.address,
      srcChainTokenInAmount: '10000000',
      dstChainId: '100000026',
      dstChainTokenOut: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
      dstChainTokenOutAmount: 'auto',
      prependOperatingExpenses: 'false',
      accesstoken: undefined,
      referralCode: undefined,
    });
  });

  it('is not asked for where it documents no name of the coin', async () => {
    const api = scriptedApi([]);

    expect(await debridgeEstimates.price(question({ to: trx }), api, signal)).to.have.property(
      'reason',
      'debridge has no documented name for TRX',
    );
    expect(api.requests).to.deep.equal([]);
  });
});

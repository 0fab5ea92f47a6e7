import { RelayError } from '@interline/plugins';
import { usdcOnBase } from '@interline/plugins/testing';
import { expect } from 'chai';
import {
  bera,
  btc,
  question,
  sol,
  suiCoin,
  trx,
  usdcOnSolana,
  xlm,
} from '../../testing/estimate-tokens.ts';
import { plainSettings } from '../../testing/scripted-api.ts';
import { estimateRequest, readEstimate } from './estimate.ts';

/** Shaped after LI.FI's reference; no answer of it for such a lane is recorded. */
const toSui = {
  tool: 'mayan',
  action: {
    fromChainId: 8453,
    toChainId: 9_270_000_000_000_000,
    fromToken: { address: usdcOnBase.address.toUpperCase().replace('0X', '0x'), symbol: 'USDC' },
    toToken: { address: '0x2::sui::SUI', symbol: 'SUI' },
    fromAmount: '10000000',
  },
  estimate: { toAmount: '4900000000', toAmountMin: '4875500000', executionDuration: 61.2 },
  includedSteps: [{ tool: 'mayan' }],
};

describe('an estimate of lifi', () => {
  it('is read from the quote, a chain id above the safe integers included', () => {
    expect(readEstimate(question({ to: suiCoin }), toSui)).to.deep.equal({
      output: 4_900_000_000n,
      minOutput: 4_875_500_000n,
      durationSec: 62,
      bridge: 'mayan',
      via: ['mayan'],
      expiresAtMs: null,
    });
  });

  it('is a fault where the answer is for another chain, and for another coin', () => {
    expect(() => readEstimate(question({ to: sol }), toSui)).to.throw(
      RelayError,
      'lifi answers for another destination chain than was asked for',
    );
    expect(() => readEstimate(question({ to: { ...suiCoin, symbol: 'SUIX' } }), toSui)).to.throw(
      RelayError,
      'lifi answers for another destination token than was asked for',
    );
  });

  it('names chains by its own ids, and coins beyond the EVM by their symbols', () => {
    const named = [sol, btc, trx, suiCoin, xlm, bera, usdcOnSolana].map((to) => {
      const { query } = estimateRequest(question({ to }), plainSettings);
      return [query?.['toChain'], query?.['toToken']];
    });

    expect(named).to.deep.equal([
      ['1151111081099710', 'SOL'],
      ['20000000000001', 'BTC'],
      ['728126428', 'TRX'],
      ['9270000000000000', 'SUI'],
      ['1201081091099710', 'XLM'],
      ['80094', '0x0000000000000000000000000000000000000000'],
      ['1151111081099710', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
    ]);
  });
});

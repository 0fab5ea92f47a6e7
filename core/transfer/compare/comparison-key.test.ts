import { asAmount, asUnits, evmChain, type QuoteRequest, readSlippage } from '@interline/kernel';
import { comparisonKey } from './compare-rails.ts';
import { expect } from 'chai';

const base = evmChain(8453);
const arbitrum = evmChain(42161);
const request: QuoteRequest = {
  lane: { from: base, to: arbitrum },
  from: { chain: base, address: '0xa', symbol: 'USDC', decimals: 6, asset: 'USD' },
  to: { chain: arbitrum, address: '0xb', symbol: 'USDC', decimals: 6, asset: 'USD' },
  amount: asAmount(1_000_000n),
  payer: null,
  recipient: null,
  slippage: readSlippage(undefined),
};

describe("a comparison's key", () => {
  it("differs for every field that may change an engine's answer", () => {
    const changes: readonly Partial<QuoteRequest>[] = [
      { lane: { from: arbitrum, to: base } },
      { from: { ...request.from, address: '0xc' } },
      { to: { ...request.to, address: '0xc' } },
      { amount: asAmount(1_000_001n) },
      { payer: '0xd' },
      { recipient: '0xd' },
      { slippage: readSlippage(0.01) },
      { minOutput: asUnits(1n) },
    ];

    const keys = new Set(
      [request, ...changes.map((change) => ({ ...request, ...change }))].map((one) =>
        comparisonKey(one, []),
      ),
    );

    expect(keys.size).to.equal(9);
    expect(comparisonKey(request, ['lifi'])).not.to.equal(comparisonKey(request, []));
    expect(comparisonKey(request, ['lifi', 'relay'])).not.to.equal(
      comparisonKey(request, ['lifi,relay']),
    );
  });

  it('ignores the order and repetition of excluded names', () => {
    expect(comparisonKey(request, ['relay', 'lifi', 'relay'])).to.equal(
      comparisonKey({ ...request }, ['lifi', 'relay']),
    );
  });
});

import {
  asAddress,
  asAmount,
  asUnits,
  chainRef,
  evmChain,
  isRelayError,
  type QuoteRequest,
} from '@interline/kernel';
import { expect } from 'chai';
import { amountFor } from './amount-for.ts';
import type { QuoteRoute, RouteQuote } from './quote-route.ts';

const bitcoin = chainRef('bip122:000000000019d6689c085ae165831e93');
const base = evmChain(8453);
const request: QuoteRequest = {
  lane: { from: bitcoin, to: base },
  from: { chain: bitcoin, address: 'native', symbol: 'BTC', decimals: 8, asset: 'BTC' },
  to: { chain: base, address: asAddress('0x1'), symbol: 'USDC', decimals: 6, asset: 'USD' },
  amount: asAmount(10_000n),
  payer: null,
  recipient: null,
  slippage: 0 as QuoteRequest['slippage'],
};
const { signal } = new AbortController();

describe('the amount for a wanted output', () => {
  it('is the requested amount if that is already enough', async () => {
    expect(await asked(({ amount }) => 1_000n * amount)).to.deep.equal({
      amount: 10_000n,
      tries: [10_000n],
    });
  });

  it('is found with two prices if a charge does not grow with it, and is slightly above the minimum', async () => {
    const { amount, tries } = await asked(({ amount: units }) => 900n * units - 1_000_000n);

    expect([amount, tries.length]).to.deep.equal([12_501n, 2]);
    expect(900n * 12_501n - 1_000_000n).to.equal(10_250_900n);
  });

  it('is not found if nothing can be executed, or the market runs away', async () => {
    expect(await asked(() => null)).to.deep.equal({ code: 'NO_ROUTE', tries: [10_000n] });

    let price = 1_000n;
    const { code, tries } = await asked(({ amount }) => {
      price /= 2n;
      return price * amount;
    });
    expect([code, tries]).to.deep.equal(['NO_ROUTE', [10_000n, 20_001n, 40_001n, 80_001n]]);
  });
});

/** Ten dollars, with a price from the test; null for a price that cannot be executed. */
async function asked(outputOf: (request: QuoteRequest) => bigint | null) {
  const tries: bigint[] = [];
  const quoteRoute: QuoteRoute = async (one) => {
    tries.push(one.amount);
    const minOutput = outputOf(one);
    const quote = minOutput === null ? { kind: 'indicative' } : { kind: 'firm', minOutput };
    // CAST: the fields that are read.
    return { compared: [{ rail: 'bitcoin', quote: null }, { quote }] } as unknown as RouteQuote;
  };
  try {
    return { amount: await amountFor(quoteRoute)(request, asUnits(10_000_000n), signal), tries };
  } catch (error) {
    return { code: isRelayError(error) ? error.code : error, tries };
  }
}

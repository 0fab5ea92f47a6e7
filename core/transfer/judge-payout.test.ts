import { bps, evmAddress, evmChain, type TokenRef } from '@interline/kernel';
import { expect } from 'chai';
import fc from 'fast-check';
import { judgePayout } from './judge-payout.ts';
import type { TransferPorts } from './ports.ts';

const dai = token(8453, 'DAI', 18);
const usdc = token(42161, 'USDC', 6);

describe('a payout from the float', () => {
  it('is fair while it is worth at most what came in plus the band', async () => {
    expect(await judged({ DAI: 1_000_000n, USDC: 1_010_000n })).to.equal('fair');
    expect(await judged({ DAI: 1_000_000n, USDC: 1_010_001n })).to.equal('above');
    expect(await judged({ DAI: 990_100n, USDC: 1_000_001n })).to.equal('fair');
    expect(await judged({ DAI: 990_099n, USDC: 1_000_001n })).to.equal('above');
  });

  it('is fair if only the paid-out token has fallen', async () => {
    expect(await judged({ DAI: 1_000_000n, USDC: 200_000n })).to.equal('fair');
  });

  it('is unknown while a price is missing or its source fails', async () => {
    expect(await judged({ DAI: null, USDC: 1_000_000n })).to.equal('unknown');
    expect(await judged({ DAI: 1_000_000n, USDC: null })).to.equal('unknown');
    expect(await judged({ DAI: 1_000_000n, USDC: 'fails' })).to.equal('unknown');
  });

  it('reports both prices and the band if it is worth too much', async () => {
    const worth = await judge({ DAI: 200_000n, USDC: 1_000_000n }, 200n * 10n ** 18n, 199_880_000n);

    expect(worth).to.deep.equal({
      kind: 'above',
      reason:
        'DAI is at 200000 micro-USD and USDC at 1000000: the payout would be worth more than what came in, by more than 100 bps',
    });
  });

  it('is never fair, for any prices, amounts and band, if it loses more than the band', async () => {
    const price = fc.bigInt({ min: 1n, max: 10n ** 9n });
    const cases = [
      price,
      price,
      fc.bigInt({ min: 1n, max: 10n ** 24n }),
      fc.bigInt({ min: 1n, max: 10n ** 12n }),
      fc.integer({ min: 0, max: 1_000 }),
    ] as const;

    await fc.assert(
      fc.asyncProperty(...cases, async (DAI, USDC, units, paid, band) => {
        const { kind } = await judge({ DAI, USDC }, units, paid, band);
        const paidWorth = paid * USDC * 10n ** 12n * 10_000n;
        const cameWorth = units * DAI * BigInt(10_000 + band);
        expect(kind).to.equal(paidWorth <= cameWorth ? 'fair' : 'above');
      }),
      { numRuns: 1_000 },
    );
  });
});

type Prices = Readonly<Record<string, bigint | null | 'fails'>>;

/** 100 USDC for 100 DAI. */
async function judged(prices: Prices): Promise<string> {
  return (await judge(prices, 100n * 10n ** 18n, 100_000_000n)).kind;
}

function judge(prices: Prices, units: bigint, paidUnits: bigint, band = 100) {
  // CAST: the only policy figure that is read.
  const policy = { parBandBps: bps(band) } as TransferPorts['policy'];
  const price: TransferPorts['price'] = {
    async priceOf({ symbol }) {
      const microUsd = prices[symbol] ?? null;
      if (microUsd === 'fails') throw new Error('the source is gone');
      return microUsd === null ? null : { microUsd, asOfMs: 0 };
    },
  };
  const { signal } = new AbortController();
  return judgePayout({ price, policy }, { from: dai, units, to: usdc, paidUnits }, signal);
}

function token(chainId: number, symbol: string, decimals: number): TokenRef {
  const address = evmAddress(`0x${String(chainId).padStart(40, '0')}`);
  return { chain: evmChain(chainId), address, symbol, decimals, asset: 'USD' };
}

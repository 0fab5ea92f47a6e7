import {
  asAmount,
  asUnits,
  type FirmQuote,
  type Fronted,
  TokenList,
  type TokenRef,
} from '@interline/kernel';
import { expect } from 'chai';
import {
  arbitrum,
  base,
  eth,
  firm,
  plainUsdc,
  transfer,
} from '../preflight/testing/preflight-world.ts';
import type { KeptOrder } from '../repository.ts';
import { costOfOrder, hasMoved, refuseMoved } from './cost-of-order.ts';

const ethOnArbitrum: TokenRef = { ...eth, chain: arbitrum };
const { signal } = new AbortController();

describe('what a transfer costs the relayer', () => {
  it('is the gas of both sides and the coin beside it, in the moved token, rounded up', async () => {
    const fronts = [
      { chain: base, gas: 100_000n, coin: asUnits(5n * 10n ** 13n) },
      { chain: arbitrum, gas: 50_000n, coin: asUnits(0n) },
    ];

    // 0.0001 + 0.00005 + 0.00005 ether at 2,000 dollars.
    expect(await costAt({ feeRate: 10n ** 9n, fronts })).to.equal(400_000n);
    expect(await costAt({ feeRate: 10n ** 9n, fronts, usdc: 500_000n })).to.equal(800_000n);
    expect(await costAt({ feeRate: 1n, fronts: fronts.slice(1) })).to.equal(1n);
  });

  it('is that of a pull and a payout if the rail states none', async () => {
    // 185,000 gas at 1 gwei and 2,000 dollars, and 80,000 of an EIP-2612 permit.
    expect(await costAt({ feeRate: 10n ** 9n })).to.equal(370_000n);
    expect(await costAt({ feeRate: 10n ** 9n, needsAllowance: true })).to.equal(530_000n);
  });

  it('is unknown while a chain does not respond or a price is missing', async () => {
    expect(await costAt({ feeRate: 'silent' })).to.equal(null);
    expect(await costAt({ usdc: null })).to.equal(null);
    expect(await costAt({ ether: null })).to.equal(null);
    expect(await costAt({ ether: 'fails' })).to.equal(null);
    expect(await costAt({ coins: [eth] })).to.equal(null);
  });
});

describe('the price of a kept order', () => {
  it('holds while its cost rose by a tenth of the fee exactly, and not by a unit more', () => {
    const then = asUnits(300n);

    expect(hasMoved({ then, now: asUnits(400n) }, asUnits(1_000n))).to.equal(false);
    expect(hasMoved({ then, now: asUnits(401n) }, asUnits(1_000n))).to.equal(true);
    expect(hasMoved({ then, now: asUnits(0n) }, asUnits(1_000n))).to.equal(false);
    expect(hasMoved({ then, now: asUnits(300n) }, asUnits(0n))).to.equal(false);
  });

  it('is refused with the figures if it moved, and only then', async () => {
    // 370,000 of USDC at 1 gwei; the fee is 500,000.
    expect(await refusalAt({ cost: 320_000n })).to.equal(null);
    expect(await refusalAt({ cost: 319_999n })).to.deep.equal({
      ok: false,
      code: 'PRICE_MOVED',
      reason:
        'gas is worth 370000 of USDC now and was 319999 when the sign request was made: it rose by more than a tenth of the fee of 500000',
    });
  });

  it("is left to its rail's subsidy rules if the fee never paid for the gas", async () => {
    expect(await refusalAt({ cost: 500_001n, feeRate: 10n ** 12n })).to.equal(null);
    expect(await refusalAt({ cost: 500_000n, feeRate: 10n ** 12n })).to.have.property(
      'code',
      'PRICE_MOVED',
    );
  });

  it('is not taken on trust while the market cannot be read', async () => {
    expect(await refusalAt({ cost: 320_000n, feeRate: 'silent' })).to.deep.equal({
      ok: false,
      code: 'NO_ROUTE',
      reason: 'the gas of this transfer cannot be priced now; try again shortly',
    });
    expect(await refusalAt({ cost: null, feeRate: 'silent' })).to.equal(null);
  });
});

interface Market {
  readonly feeRate?: bigint | 'silent';
  readonly usdc?: bigint | null;
  readonly ether?: bigint | null | 'fails';
  readonly coins?: readonly TokenRef[];
}

function portsAt({
  feeRate = 10n ** 9n,
  usdc = 1_000_000n,
  ether = 2_000_000_000n,
  coins = [eth, ethOnArbitrum],
}: Market): Parameters<typeof costOfOrder>[0] {
  return {
    tokens: new TokenList([plainUsdc, ...coins]),
    chains: {
      call: async () => null,
      isUp: () => true,
      async gasCost(_chain, gas) {
        if (feeRate === 'silent') throw new Error('no node answers');
        return gas * feeRate;
      },
    },
    price: {
      async priceOf({ asset }) {
        const microUsd = asset === 'USD' ? usdc : ether;
        if (microUsd === 'fails') throw new Error('the source is gone');
        return microUsd === null ? null : { microUsd, asOfMs: 0 };
      },
    },
  };
}

function costAt({
  fronts,
  needsAllowance,
  ...market
}: Market & {
  readonly fronts?: readonly Fronted[];
  readonly needsAllowance?: true;
}): Promise<unknown> {
  const quote: FirmQuote = { ...firm('lane', 1n), ...(fronts === undefined ? {} : { fronts }) };
  const request = { ...transfer, ...(needsAllowance === undefined ? {} : { needsAllowance }) };
  return costOfOrder(portsAt(market), request, quote, signal);
}

function refusalAt({
  cost,
  ...market
}: Market & { readonly cost: bigint | null }): Promise<unknown> {
  const order: KeptOrder['order'] = {
    ...transfer,
    amount: asAmount(10_000_000n),
    payer: transfer.recipient,
    minOutput: asUnits(0n),
  };
  return refuseMoved(
    portsAt(market),
    {
      order,
      quote: { ...firm('lane', 1n), fee: asUnits(500_000n) },
      cost: cost === null ? null : asUnits(cost),
    },
    signal,
  );
}

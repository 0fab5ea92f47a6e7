import { asAmount, asUnits, evmChain, type FirmQuote, type TokenRef } from '@interline/kernel';
import { expect } from 'chai';
import { atPlan, bpsOf, leastOutput, type MoveCost, refuseCost } from './cost-of-move.ts';

const units = asAmount(100_000_000n);

describe('the cost of a move of float', () => {
  it('is within a limit up to its last basis point, and a started one counts in full', () => {
    const at = (lost: bigint, gas: bigint | null): MoveCost => ({
      // CAST: only the cost is read.
      quote: {} as FirmQuote,
      lost: asUnits(lost),
      gas: gas === null ? null : asUnits(gas),
      carriesCoin: false,
    });
    const isWithin = (cost: MoveCost, limitBps: number): boolean =>
      refuseCost(cost, units, limitBps) === null;

    expect(bpsOf(at(200_000n, 100_000n), units)).to.equal(30);
    expect(bpsOf(at(200_000n, 100_001n), units)).to.equal(31);
    expect(isWithin(at(200_000n, 100_000n), 30)).to.equal(true);
    expect(isWithin(at(200_000n, 100_001n), 30)).to.equal(false);
    expect(isWithin(at(0n, 0n), 0)).to.equal(true);
    expect(isWithin(at(0n, null), 1_000)).to.equal(false);
  });

  it("is the plan's loss, which may exceed its quote's, and never negative", () => {
    const quoted = moveCost({ output: 99_900_000n });
    const costAt = (output: bigint) =>
      atPlan(quoted, question(6, 6, 100_000_000n), { output: asUnits(output) });

    expect([costAt(99_700_000n).lost, costAt(100_000_001n).lost]).to.deep.equal([300_000n, 0n]);
    expect(refuseCost(costAt(99_699_999n), units, 31)?.reason).to.equal(
      'it would cost 32 bps; the limit is 31',
    );
  });

  it('is within no limit for an engine whose calls carry coin', () => {
    const carrying = { ...moveCost({ output: 100_000_000n }), carriesCoin: true };

    expect(refuseCost(carrying, units, 10_000)?.reason).to.contain('its calls carry coin');
  });

  it('leaves the minimum that must arrive, never below the limit by a fraction of a unit', () => {
    expect(leastOutput(question(6, 6, 100_000_000n), 30)).to.equal(99_700_000n);
    expect(leastOutput(question(6, 6, 100_000_001n), 30)).to.equal(99_700_001n);
    expect(leastOutput(question(6, 18, 1_000n), 30)).to.equal(997_000_000_000_000n);
    expect(leastOutput(question(18, 6, 1_000_000_000_001n), 0)).to.equal(2n);
    expect(leastOutput(question(18, 6, 1_000_000_000_000n), 0)).to.equal(1n);
  });
});

/** Gas is worth one basis point. */
function moveCost({ output }: { readonly output: bigint }): MoveCost {
  return {
    // CAST: the only fields of a quote that count here.
    quote: { input: units, output: asUnits(output) } as FirmQuote,
    lost: asUnits(units - output),
    gas: asUnits(10_000n),
    carriesCoin: false,
  };
}

function question(fromDecimals: number, toDecimals: number, amount: bigint) {
  const token = (id: number, decimals: number): TokenRef => ({
    chain: evmChain(id),
    address: `0x${'1'.repeat(40)}`,
    symbol: 'USDC',
    decimals,
    asset: 'USD',
  });
  return {
    from: token(8453, fromDecimals),
    to: token(42161, toDecimals),
    amount: asAmount(amount),
  };
}

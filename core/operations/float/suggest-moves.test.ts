import { asUnits, evmChain, type TokenRef } from '@interline/kernel';
import { expect } from 'chai';
import fc from 'fast-check';
import type { FloatLevel } from './float-levels.ts';
import { suggestMoves } from './suggest-moves.ts';

const usdc = (chainId: number, decimals = 6): TokenRef => ({
  chain: evmChain(chainId),
  address: `0x${String(chainId).padStart(40, '0')}`,
  symbol: 'USDC',
  decimals,
  asset: 'USD',
});

function level(token: TokenRef, free: bigint, target: bigint | null): FloatLevel {
  return {
    token,
    held: asUnits(free),
    block: 1,
    reserved: asUnits(0n),
    free: asUnits(free),
    target: target === null ? null : { units: asUnits(target), from: 'config' },
    sharePct: null,
    alarm: null,
  };
}

describe('the moves that bring floats to their targets', () => {
  it('go from the largest surplus to the largest gap, in the units of the source', () => {
    const moves = suggestMoves([
      level(usdc(1), 900_000_000n, 500_000_000n),
      level(usdc(10), 100_000_000n, 250_000_000n),
      level(usdc(56, 18), 10n ** 20n, 4n * 10n ** 20n),
      level(usdc(137), 7n, null),
    ]);

    expect(moves).to.deep.equal([
      { symbol: 'USDC', from: evmChain(1), to: evmChain(56), units: 300_000_000n },
      { symbol: 'USDC', from: evmChain(1), to: evmChain(10), units: 100_000_000n },
    ]);
  });

  it('are none if every float is at its target or nothing is above it', () => {
    expect(suggestMoves([level(usdc(1), 5n, 5n), level(usdc(10), 4n, 5n)])).to.deep.equal([]);
  });

  it('are worth their cost: at least a hundredth of the target, and not one unit less', () => {
    const suggested = [9_999_999n, 10_000_000n].map((gap) =>
      suggestMoves([
        level(usdc(1), 1_010_000_000n, 1_000_000_000n),
        level(usdc(10), 1_000_000_000n - gap, 1_000_000_000n),
      ]).map(({ units }) => units),
    );

    expect(suggested).to.deep.equal([[], [10_000_000n]]);
  });

  it('never take a source below its target, nor bring a destination above its own', () => {
    const floats = fc.uniqueArray(
      fc.record({
        chainId: fc.integer({ min: 1, max: 30 }),
        free: fc.bigInt(0n, 10n ** 12n),
        target: fc.bigInt(0n, 10n ** 12n),
      }),
      { selector: ({ chainId }) => chainId, maxLength: 8 },
    );
    fc.assert(
      fc.property(floats, (given) => {
        const moves = suggestMoves(
          given.map(({ chainId, free, target }) => level(usdc(chainId), free, target)),
        );
        for (const { chainId, free, target } of given) {
          const sum = (side: 'from' | 'to') =>
            moves
              .filter((move) => move[side] === evmChain(chainId))
              .reduce((total, { units }) => total + units, 0n);
          const after = free - sum('from') + sum('to');
          expect(free > target ? after >= target : after <= target && after >= free).to.equal(true);
        }
      }),
    );
  });
});

import { asUnits } from '@interline/kernel';
import { expect } from 'chai';
import { partsOf } from './assign-unused.ts';
import type { SeenOutput } from './deposit.ts';

describe('the refund of a deposit', () => {
  it('has as many parts as transactions can spend it in, the largest outputs first', () => {
    expect(partsIn([10n, 30n, 20n, 50n, 40n], 150n)).to.deep.equal([
      { of: [50n, 40n], units: 90n },
      { of: [30n, 20n], units: 50n },
      { of: [10n], units: 10n },
    ]);
  });

  it('puts outputs not worth spending into parts of their own, which delay nothing else', () => {
    expect(partsIn([5n, 50n, 5n, 6n], 66n, 5n)).to.deep.equal([
      { of: [50n, 6n], units: 56n },
      { of: [5n, 5n], units: 10n },
    ]);
  });

  it('gives the last parts less if other outputs are gone, and never nothing', () => {
    expect(partsIn([50n, 40n, 30n, 20n, 10n], 95n)).to.deep.equal([
      { of: [50n, 40n], units: 90n },
      { of: [30n, 20n, 10n], units: 5n },
    ]);
    expect(partsIn([50n, 40n, 30n], 90n)).to.deep.equal([{ of: [50n, 40n, 30n], units: 90n }]);
  });

  it('gives the first part what is left of outputs that are used already', () => {
    expect(partsIn([50n, 40n, 30n], 127n)).to.deep.equal([
      { of: [50n, 40n], units: 97n },
      { of: [30n], units: 30n },
    ]);
    expect(partsIn([], 7n)).to.deep.equal([{ of: [], units: 7n }]);
  });
});

function partsIn(own: readonly bigint[], units: bigint, partCost = 0n) {
  const outputs = own.map((each, output): SeenOutput => ({
    ...{ tx: 'a', output, units: asUnits(each), confirmations: 1, block: 1, blockHash: 'b' },
    ...{ seenAtMs: 0, minedAtMs: 0, isGone: false, replacedBy: null, use: null },
  }));
  return partsOf(outputs, asUnits(units), { atMost: 2, partCost: asUnits(partCost) }).map(
    (part) => ({ of: part.outputs.map((one) => BigInt(one.units)), units: BigInt(part.units) }),
  );
}

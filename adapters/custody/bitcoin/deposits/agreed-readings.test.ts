import { asAddress, asUnits } from '@interline/kernel';
import type { DepositReading, OutputReading } from '@interline/ports';
import { expect } from 'chai';
import { agreedReadings } from './agreed-readings.ts';

const address = asAddress('bcrt1pdeposit');
const mined = (confirmations: number, blockHash = 'b1', units = 5_000n): OutputReading => ({
  tx: 't',
  output: 0,
  units: asUnits(units),
  confirmations,
  block: 100,
  blockHash,
  isReplaceable: false,
});
const waiting: OutputReading = {
  ...mined(0),
  block: null,
  blockHash: null,
  isReplaceable: true,
};
const shown = (
  outputs: readonly OutputReading[],
  replaced: DepositReading['addresses'][number]['replaced'] = [],
): DepositReading => ({ tipTimeMs: 1_000, addresses: [{ address, outputs, replaced }] });
const outputsOf = (readings: readonly DepositReading[], enough = 2) =>
  agreedReadings(readings, enough).addresses[0]?.outputs;

describe('what several Bitcoin nodes show of a deposit', () => {
  it('is as deep as the shallower of two says', () => {
    expect(outputsOf([shown([mined(6)]), shown([mined(2)])])).to.deep.equal([mined(2)]);
  });

  it('is as deep as the second deepest of three says, so that one lagging node delays nothing', () => {
    expect(outputsOf([shown([mined(1)]), shown([mined(6)]), shown([mined(5)])])).to.deep.equal([
      mined(5),
    ]);
  });

  it('is in no block while one of two shows it alone', () => {
    expect(outputsOf([shown([mined(6)]), shown([])])?.[0]).to.include({
      confirmations: 0,
      block: null,
      blockHash: null,
    });
    expect(outputsOf([shown([]), shown([mined(6)])])?.[0]).to.include({ confirmations: 0 });
  });

  it('was sent before the block that one of two shows it in, and by the later one of two blocks', () => {
    const timed = (blockTimeMs: number, blockHash = 'b1') => ({
      ...mined(1, blockHash),
      blockTimeMs,
    });
    const inNoBlock = { confirmations: 0, block: null, blockHash: null };

    for (const behind of [[], [waiting]])
      for (const both of [
        [shown([timed(5_000)]), shown(behind)],
        [shown(behind), shown([timed(5_000)])],
      ])
        expect(outputsOf(both)?.[0]).to.include({ ...inNoBlock, blockTimeMs: 5_000 });
    expect(outputsOf([shown([timed(5_000)]), shown([timed(7_000, 'b2')])])?.[0]).to.include({
      ...inNoBlock,
      blockTimeMs: 7_000,
    });
    expect(outputsOf([shown([waiting]), shown([])])?.[0]).not.to.have.property('blockTimeMs');
  });

  it('is in no block while they show it in different ones, or with different amounts', () => {
    expect(outputsOf([shown([mined(6, 'b1')]), shown([mined(6, 'b2')])])?.[0]).to.include({
      confirmations: 0,
    });
    expect(
      outputsOf([shown([mined(6, 'b1', 5_000n)]), shown([mined(6, 'b1', 9_000_000n)])])?.[0],
    ).to.include({ confirmations: 0 });
  });

  it('counts by the only node when one is configured', () => {
    expect(outputsOf([shown([mined(3)])], 1)).to.deep.equal([mined(3)]);
  });

  it('is gone, or replaced, only when no node has it', () => {
    const replaced = shown([], [{ tx: 't', output: 0, by: 'u' }]);
    expect(agreedReadings([replaced, shown([waiting])], 2).addresses[0]).to.deep.include({
      outputs: [waiting],
      replaced: [],
    });
    expect(agreedReadings([replaced, shown([])], 2).addresses[0]).to.deep.include({
      outputs: [],
      replaced: [{ tx: 't', output: 0, by: 'u' }],
    });
  });
});

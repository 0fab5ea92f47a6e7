import { evmAddress } from '@interline/kernel';
import { runGroupsCall } from './batch-executor.ts';
import { hasRun, witnessOf } from './multicall-witness.ts';
import { expect } from 'chai';

const ours = evmAddress(`0x${'0a'.repeat(20)}`);
const rail = evmAddress(`0x${'b0'.repeat(20)}`);
const group = { gasCap: 1n, calls: [{ to: rail, data: '0x' as const, value: 7n }] };

describe('a multicall that was mined', () => {
  const data = runGroupsCall([group, group, witnessOf(ours)]);

  it('has run where its witness is among the groups that failed', () => {
    expect(hasRun({ to: ours, data }, ours, 2, [2])).to.equal(true);
    expect(hasRun({ to: ours, data }, ours, 2, [0, 1, 2])).to.equal(true);
  });

  it('has not run where the executor said nothing of its witness', () => {
    expect(hasRun({ to: ours, data }, ours, 2, [])).to.equal(false);
    expect(hasRun({ to: ours, data }, ours, 2, [0, 1])).to.equal(false);
  });

  it('is not asked for a witness where it was signed without one', () => {
    const older = runGroupsCall([group, group]);

    expect(hasRun({ to: ours, data: older }, ours, 2, [])).to.equal(true);
  });

  it("is not what a rail's contract is called with, even with equal calldata", () => {
    expect(hasRun({ to: rail, data }, ours, 2, [])).to.equal(true);
  });
});

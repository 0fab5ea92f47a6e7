import { chainRef, type ChainRef } from '@interline/kernel';
import { asUnits } from '@interline/kernel';
import { expect } from 'chai';
import { readHealth } from './read-health.ts';

const [base, arbitrum] = [chainRef('eip155:8453'), chainRef('eip155:42161')];

describe("the operator's health view", () => {
  it("has chains with their nodes, all budgets of chains, and an engine's if some is spent", async () => {
    const asked: { budgets: readonly string[]; day: string }[] = [];
    const read = readHealth({
      store: {
        reads: {
          transactions: {
            async spentOfEach(budgets, day) {
              asked.push({ budgets, day });
              return budgets.map((name) => asUnits(name.includes('engine:lifi') ? 7n : 0n));
            },
          },
        },
      },
      custody: { chains: [base, arbitrum] },
      chains: { isUp: (chain: ChainRef) => chain === base },
      chainNodes: (chain) => (chain === base ? [{ number: 1, state: 'behind' }] : []),
      registry: { rails: [railOf('real', ['lifi', 'across']), railOf('simulated', ['sandbox'])] },
      policy: { revertBudget: asUnits(50n), engineRevertBudget: asUnits(20n) },
      clock: { now: () => Date.UTC(2027, 0, 31, 12) },
    });
    const { chains, budgets } = await read();

    expect(chains).to.deep.equal([
      { chain: base, isUp: true, nodes: [{ number: 1, state: 'behind' }] },
      { chain: arbitrum, isUp: false, nodes: [] },
    ]);
    expect(
      budgets.map(({ chain, of, engine, spent, limit }) => [chain, of, engine, spent, limit]),
    ).to.deep.equal([
      [base, 'pulls', null, 0n, 50n],
      [base, 'payouts', null, 0n, 50n],
      [base, 'calls', 'lifi', 7n, 20n],
      [arbitrum, 'pulls', null, 0n, 50n],
      [arbitrum, 'payouts', null, 0n, 50n],
      [arbitrum, 'calls', 'lifi', 7n, 20n],
    ]);
    expect(asked.map(({ day }) => day)).to.deep.equal(['2027-01-31']);
    expect(asked[0]?.budgets).to.include('call-revert:eip155:8453:engine:across');
    expect(asked[0]?.budgets.join()).not.to.include('sandbox');
  });
});

function railOf(effects: string, ways: readonly string[]): never {
  return { manifest: { effects, ways } } as never; // CAST: all that is read.
}

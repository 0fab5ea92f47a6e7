import type { NodeReport } from '@interline/server';
import { evmChain } from '@interline/kernel';
import { expect } from 'chai';
import { examineSearches } from './examine-searches.ts';

type Serves = NonNullable<NodeReport['serves']>;

const ordinary: Serves = {
  stateBlocks: 127,
  logBlocks: 10_000,
  fullBlocks: true,
  receipts: true,
  pending: true,
};

describe('what the doctor says of a search for a consumed slot', () => {
  it('is well with two ordinary nodes', () => {
    expect(examineSearches([node(1, ordinary), node(2, ordinary)])).to.deep.equal([
      {
        part: 'history',
        ok: true,
        says: 'eip155:999 node 1 serves states at least 127 blocks back, logs of 10000 blocks at once, full blocks, its pool',
      },
      {
        part: 'history',
        ok: true,
        says: 'eip155:999 node 2 serves states at least 127 blocks back, logs of 10000 blocks at once, full blocks, its pool',
      },
      { part: 'history', ok: true, says: 'eip155:999: a consumed slot can be searched' },
    ]);
  });

  it('names a node that is searched block by block, which is slow and works', () => {
    const [slow, ...rest] = examineSearches([
      node(1, { ...ordinary, stateBlocks: 63, logBlocks: 100, pending: false }),
    ]);

    expect([slow, rest.at(-1)]).to.deep.equal([
      {
        part: 'history',
        ok: true,
        says: 'eip155:999 node 1 serves states at least 63 blocks back, logs of 100 blocks at once, full blocks, not its pool; a consumed slot is searched block by block there, so add a node that serves older states or logs',
      },
      {
        part: 'history',
        ok: true,
        says: 'eip155:999: a consumed slot can be searched, by the word of the only node; add a second one that must agree',
      },
    ]);
    expect(says({ ...ordinary, stateBlocks: 64, logBlocks: 0 })).to.not.contain('block by block');
    expect(says({ ...ordinary, stateBlocks: 0, logBlocks: 500 })).to.not.contain('block by block');
    expect(says({ ...ordinary, stateBlocks: 0, logBlocks: 499 })).to.contain('block by block');
  });

  it('fails a node without receipts, and a chain without full blocks', () => {
    const bare: Serves = { ...ordinary, stateBlocks: 0, logBlocks: 0, fullBlocks: false };

    expect(
      examineSearches([node(1, { ...ordinary, receipts: false }), node(2, null)])
        .filter(({ ok }) => !ok)
        .map((one) => one.says),
    ).to.deep.equal([
      'eip155:999 node 1 has no receipt of the newest transaction: payouts wait while receipts lag; add a node that keeps up. It serves states at least 127 blocks back, logs of 10000 blocks at once, full blocks, its pool',
      'eip155:999 node 2 fails when it is asked what it serves',
    ]);
    expect(examineSearches([node(1, bare), node(2, bare)]).at(-1)).to.deep.equal({
      part: 'history',
      ok: false,
      says: 'eip155:999: no node serves full blocks, so what consumed a slot could not be found; add a node that does',
    });
    expect(examineSearches([node(1, bare), node(2, ordinary)]).at(-1)?.ok).to.equal(true);
  });

  it('fails a chain on which fewer than two of several nodes answer', () => {
    const silent: NodeReport = { ...node(2, null), head: null, headAtSec: null, fault: 'timeout' };

    expect(examineSearches([node(1, ordinary), silent]).slice(1)).to.deep.equal([
      {
        part: 'history',
        ok: false,
        says: 'eip155:999: 1 of 2 nodes answer; without 2 no transaction can be proven lost, so a transfer that depends on it waits',
      },
    ]);
    expect(examineSearches([node(1, ordinary), silent, node(3, ordinary)]).at(-1)?.ok).to.equal(
      true,
    );
  });

  function says(serves: Serves): string | undefined {
    return examineSearches([node(1, serves)])[0]?.says;
  }

  function node(number: number, serves: Serves | null): NodeReport {
    return {
      chain: evmChain(999),
      node: number,
      head: 100,
      headAtSec: 1_800_000_000,
      fault: null,
      serves,
    };
  }
});

import type { NodeReport } from '@interline/server';
import { evmChain } from '@interline/kernel';
import { examineNodes } from './examine-nodes.ts';
import { expect } from 'chai';

const nowSec = 1_800_000_000;

describe('what the doctor says of nodes and clock', () => {
  it('is well at the bounds', () => {
    expect(faults([at(0), { ...at(60), node: 2 }])).to.deep.equal([]);
    expect(faults([at(90)])).to.deep.equal([]);
    expect(faults([at(-15)])).to.deep.equal([]);
    expect(faults([at(0), { ...at(300), chain: evmChain(10) }])).to.deep.equal([]);
  });

  it('names a node that is behind the best one of its own chain', () => {
    expect(
      faults([at(0), { ...at(61), node: 2 }, { ...at(70), chain: evmChain(10) }]),
    ).to.deep.equal(["eip155:8453 node 2 is 61 s behind the chain's best one; at most 60 is well"]);
  });

  it('names a chain whose head is stuck', () => {
    expect(faults([at(0), { ...at(301), chain: evmChain(10) }])).to.deep.equal([
      'eip155:10 node 1: the chain has had no block for 301 s; at most 300 is well',
    ]);
  });

  it('distinguishes a clock that is behind from one that is ahead, and from nodes that are all stuck', () => {
    expect(faults([at(-16)])).to.deep.equal([
      "this machine's clock is 16 s behind the newest block; set it by NTP",
    ]);
    expect(faults([at(91)])).to.deep.equal([
      'the newest block of all chains is 91 s old: the clock is ahead, or every node stands still',
    ]);
  });

  it('says nothing of the clock if no node answers', () => {
    const silent: NodeReport = { ...at(0), head: null, headAtSec: null, fault: 'timeout' };

    expect(examineNodes([silent], nowSec)).to.deep.equal([
      {
        part: 'rpc',
        ok: false,
        says: 'eip155:8453 node 1: does not answer as it should (timeout)',
      },
    ]);
  });

  function at(ageSec: number): NodeReport {
    return {
      chain: evmChain(8453),
      node: 1,
      head: 100,
      headAtSec: nowSec - ageSec,
      fault: null,
      serves: null,
    };
  }

  function faults(reports: readonly NodeReport[]): readonly string[] {
    return examineNodes(reports, nowSec)
      .filter(({ ok }) => !ok)
      .map(({ says }) => says);
  }
});

import { expect } from 'chai';
import { peerFigures, type PeerRound, peerRatios } from './peer-summary.ts';
import type { PeerRun } from './run-x402.ts';

describe('peers side by side', () => {
  it('are compared by transactions that remain, in the same round, by the median of the rounds', () => {
    const rounds = [
      round({ tookMs: 1_000, cpuMs: 200 }, { tookMs: 1_000, cpuMs: 300 }),
      // Another process had the machine meanwhile: both are slow, and the ratio stays.
      round({ tookMs: 4_000, cpuMs: 240 }, { tookMs: 4_000, cpuMs: 300 }),
      round({ tookMs: 500, cpuMs: 200 }, { tookMs: 1_000, cpuMs: 200 }),
    ];

    expect(peerRatios(8, rounds)).to.deep.equal({
      concurrency: 8,
      transactionsPerSec: 2,
      settlesPerSec: 1,
      cpuOfTransaction: 0.4,
    });
  });

  it('have what failed left out of their rates, and counted', () => {
    const [, theirs] = peerFigures(8, [
      round({ tookMs: 1_000, cpuMs: 100 }, { tookMs: 1_000, cpuMs: 100, failures: ['no', 'no'] }),
    ]);

    expect(theirs).to.deep.include({
      peer: 'x402, nonces counted',
      settlesPerSec: 8,
      transactionsPerSec: 8,
      cpuMs: { service: 12.5, chains: 0, load: 0 },
      failed: 2,
      failures: ['no'],
    });
  });
});

/** Ten settles of each. */
function round(ours: RunTerms, theirs: RunTerms): PeerRound {
  return {
    runs: new Map([
      ['interline', run(ours)],
      ['x402, nonces counted', run(theirs)],
    ]),
  };
}

interface RunTerms {
  readonly tookMs: number;
  readonly cpuMs: number;
  readonly failures?: readonly string[];
}

function run({ tookMs, cpuMs, failures = [] }: RunTerms): PeerRun {
  return {
    routes: 10,
    tookMs,
    doneMs: [1],
    cpu: { service: cpuMs, chains: 0, load: 0 },
    failures,
  };
}

import { expect } from 'chai';
import { type QuoteFigures, quoteVerdict } from './quote-verdict.ts';

describe('the verdict of bench:quote', () => {
  const met: QuoteFigures = {
    loads: [load(1, 42), load(40, 50)],
    singleFlight: { lifi: 1, across: 1 },
    identicalRequests: 50,
    hangingMs: { p50: 502, p95: 503, p99: 504 },
    engineDeadlineMs: 500,
    cpu: {
      rails: 1,
      service: { allMs: 0.2, userMs: 0.2 },
      bare: { allMs: 0.1, userMs: 0.1 },
      ratio: 2,
      userRatio: 2,
    },
    fanOut: {
      rounds: 3,
      perSec: 50,
      quoteMs: { p50: 43, p95: 50, p99: 60 },
      fanOutMs: { p50: 40, p95: 41, p99: 42 },
      overMs: 3,
      cpu: { clients: 40, quoteMs: 2, fanOutMs: 1, ratio: 2 },
      incomplete: 0,
    },
  };

  it('is that all is met, each figure being just at its goal', () => {
    const { goals, isMet } = quoteVerdict(met);

    expect([isMet, ...goals.map(({ found, wantedAtMost }) => [found, wantedAtMost])]).to.deep.equal(
      [true, [2, 2], [10, 10], [0, 0], [1, 1], [2, 2], [3, 3], [2, 2], [2, 2]],
    );
  });

  for (const [what, change] of [
    ['a quote alone is slower', { loads: [load(1, 42.1), load(40, 50)] }],
    ['quotes under load are slower', { loads: [load(1, 42), load(40, 50.1)] }],
    [
      'an engine had no price in one of them',
      { loads: [load(1, 42), { ...load(40, 50), incomplete: 1 }] },
    ],
    ['one engine was asked twice', { singleFlight: { lifi: 1, across: 2 } }],
    ['the hanging engine is waited for', { hangingMs: { p50: 502.1, p95: 503, p99: 504 } }],
    ['quotes at a fixed rate are slower', { fanOut: { ...met.fanOut, overMs: 3.1 } }],
    [
      'a quote takes more than twice what its calls do',
      { fanOut: { ...met.fanOut, cpu: { clients: 40, quoteMs: 2.1, fanOutMs: 1, ratio: 2.1 } } },
    ],
    ['a quote takes more of the processor', { cpu: { ...met.cpu, ratio: 2.01 } }],
  ] as const) {
    it(`is a miss if ${what}`, () => {
      const { goals, isMet } = quoteVerdict({ ...met, ...change });

      expect([isMet, goals.filter((goal) => !goal.isMet).length]).to.deep.equal([false, 1]);
    });
  }
});

function load(concurrency: number, p50: number): QuoteFigures['loads'][number] {
  return {
    concurrency,
    quotes: 100,
    quoteMs: { p50, p95: p50, p99: p50 },
    slowestMs: { p50: 40, p95: 40, p99: 40 },
    incomplete: 0,
    cpuMs: 1,
  };
}

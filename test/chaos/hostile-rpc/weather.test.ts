import { expect } from 'chai';
import fc from 'fast-check';
import { groupOf, weatherOf } from './weather.ts';

const climate = { seed: 7, clearsAfterMs: 5_000, mostLagMs: 3_000 };
const methods = [
  'eth_blockNumber',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_getTransactionByHash',
  'eth_getLogs',
  'eth_call',
  'eth_feeHistory',
  'eth_sendRawTransaction',
];

describe('the weather of an RPC backend', () => {
  it('is the same for the same seed, chain, backend, method and time, in whatever order it is asked', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000 }),
        fc.array(fc.tuple(fc.constantFrom(...methods), fc.nat(6_000)), { minLength: 1 }),
        (seed, asked) => {
          const told = (order: typeof asked) => {
            const weather = weatherOf({ ...climate, seed }, 8453, 1);
            return new Map(
              order.map(([method, atMs]) => [`${method} ${atMs}`, weather.spell(method, atMs)]),
            );
          };

          expect(told(asked.toReversed())).to.deep.equal(told(asked));
        },
      ),
    );
  });

  it('differs between backends, chains and seeds', () => {
    const seen = [
      weatherOf(climate, 8453, 0),
      weatherOf(climate, 8453, 1),
      weatherOf(climate, 42161, 0),
      weatherOf({ ...climate, seed: 8 }, 8453, 0),
    ].map((weather) =>
      JSON.stringify(methods.map((method) => kindsOf((atMs) => weather.spell(method, atMs).kind))),
    );

    expect(new Set(seen).size).to.equal(4);
  });

  it('is clear for what no backend serves apart, and for all once it is over', () => {
    const weather = weatherOf(climate, 8453, 0);

    expect(groupOf('eth_chainId')).to.equal(null);
    expect(kindsOf((atMs) => weather.spell('eth_chainId', atMs).kind)).to.deep.equal(['clear']);
    for (const method of methods)
      expect(weather.spell(method, 5_000)).to.deep.equal({ kind: 'clear' });
    expect(weather.requestSpell(5_000)).to.deep.equal({ kind: 'clear' });
  });

  it('produces every kind of each group within a few seeds, and lags of 200 to 3,000 ms', () => {
    const kinds = new Map<string, Set<string>>();
    const lags: number[] = [];
    for (let seed = 1; seed <= 40; seed += 1) {
      const weather = weatherOf({ ...climate, seed }, 8453, 0);
      for (const method of methods)
        for (let atMs = 0; atMs < 5_000; atMs += 400) {
          const spell = weather.spell(method, atMs);
          kinds.set(method, (kinds.get(method) ?? new Set()).add(spell.kind));
          if (spell.kind === 'lag') lags.push(spell.lagMs);
        }
    }

    const reads = ['clear', 'duplicate', 'lag', 'repeat'];
    const finds = ['clear', 'forget', 'lag', 'repeat'];
    expect(methods.map((method) => [...(kinds.get(method) ?? [])].toSorted())).to.deep.equal([
      reads,
      reads,
      finds,
      finds,
      reads,
      reads,
      ['clear', 'inflate', 'repeat'],
      ['clear', 'duplicate', 'lose-answer'],
    ]);
    expect(Math.min(...lags)).to.be.within(200, 400);
    expect(Math.max(...lags)).to.be.within(2_800, 3_000);
  });
});

function kindsOf(at: (atMs: number) => string): readonly string[] {
  return [...new Set(Array.from({ length: 50 }, (_, step) => at(step * 100)))];
}

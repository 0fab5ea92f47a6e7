import type { CustodyPort } from '@interline/ports';
import { expect } from 'chai';
import { historyOf, runHistory } from '../support/model/hostile-run.ts';
import type { HostileHistory } from '../support/model/hostile-steps.ts';
import { openStoreBench, type StoreBench } from '../support/model/store-bench.ts';

/**
 * `npm run test:model` runs longer ones, as many as one likes; with `--length short --histories 1`
 * it replays one of these by its seed.
 */
const histories = 500;

describe('a world in which nodes lag and fork, processes die and the store goes back', () => {
  let bench: StoreBench;
  const ends = new Map<string, number>();
  before(async () => {
    bench = await openStoreBench();
  });
  after(() => bench.close());

  it(`pays no recipient twice and leaves no payer short in ${histories} histories`, async () => {
    for (let seed = 1; seed <= histories; seed += 1) {
      const told = await runHistory(bench, historyOf(seed, 'short'));
      expect(told.wrong, `--length short --seed ${seed}`).to.deep.equal([]);
      for (const end of told.ends) ends.set(end, (ends.get(end) ?? 0) + 1);
    }
  });

  it('was tried in every way', function () {
    if (ends.size === 0) this.skip();
    for (const end of [
      'DELIVERED',
      'REFUNDED',
      'NOT_PULLED',
      'INSUFFICIENT_FLOAT',
      'ACCOUNT_STOPPED',
      'GAS_EXHAUSTED',
    ])
      expect(ends.get(end), end).to.be.greaterThan(0);
  });

  it('shows a service that pays again without looking for the payments it has lost', async () => {
    const wrong = await wrongWith((custody) => {
      custody.paymentsSince = async () => [];
      custody.accountHistory = async () => ({ transactions: [], unseen: null });
    }, setBacks);

    expect(wrong.some((one) => / was paid 19984 of 9992$/.test(one))).to.equal(true);
    expect(await wrongWith(() => undefined, setBacks)).to.deep.equal([]);
  });

  it('shows a service that pays for a pull which a reorg can still take', async () => {
    const wrong = await wrongWith(
      (custody) => {
        const honest = custody.observe.bind(custody);
        custody.observe = async (...asked) => {
          const reading = await honest(...asked);
          return { ...reading, block: reading.block + 12 };
        };
        const head = custody.headWith?.bind(custody);
        custody.headWith = async (...asked) => {
          const reading = (await head?.(...asked)) ?? null;
          return reading === null ? null : { ...reading, block: reading.block + 12 };
        };
      },
      [reorged],
    );

    expect(wrong.map(withoutId)).to.deep.equal([
      'the route is DONE DELIVERED, its payer has 10000000 left, its recipient 9992',
      'the float account on eip155:8453 has 10000 less than its books',
    ]);
    expect(await wrongWith(() => undefined, [reorged])).to.deep.equal([]);
  });

  async function wrongWith(
    plant: (custody: CustodyPort) => void,
    histories: readonly HostileHistory[],
  ): Promise<readonly string[]> {
    const told: string[] = [];
    for (const one of histories) told.push(...(await runHistory(bench, one, plant)).wrong);
    return told;
  }
});

function withoutId(text: string): string {
  return text.replace(/rt_[0-9a-f]+/, 'the route');
}

const quiet = { nodes: 2, aheadMs: [0], fuel: 'plenty' } as const;
const transfer = { act: 'execute', from: 0, perMille: 10, afterTurns: 0 } as const;

/** One transfer is delivered, then the store is set back by so many commits. */
const setBacks = Array.from({ length: 8 }, (_, commits): HostileHistory => ({
  setting: { ...quiet, confirmations: 1 },
  steps: [
    { step: 'together', acts: [transfer] },
    { step: 'pass', blocks: [1, 1, 1], patienceMs: 60 },
    { step: 'set-back', commits: commits + 1 },
  ],
}));

/** The payer spends its money while a reorg has the pull out of its block. */
const reorged: HostileHistory = {
  setting: { ...quiet, confirmations: 13 },
  steps: [
    { step: 'together', acts: [transfer] },
    { step: 'pass', blocks: [1, 1], patienceMs: 60 },
    { step: 'reorg', side: 0, depth: 4, late: 13, forgets: true },
    { step: 'together', acts: [{ act: 'spend', index: 0, afterTurns: 0 }] },
  ],
};

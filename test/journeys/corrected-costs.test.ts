import { expect } from 'chai';
import { type ModelHarness, modelHarness } from '../support/model/model-harness.ts';

const confirmations = 13;

interface Cost {
  readonly gasUsed: bigint;
  readonly gasCost: bigint;
}

describe('the cost of a payout that its chain shows differently once it is final', () => {
  let harness: ModelHarness;
  let shown: Cost;
  beforeEach(async () => {
    harness = await modelHarness(confirmations);
    const { custody } = harness;
    const observe = custody.observe.bind(custody);
    custody.observe = async (chain, watched, signal) => {
      const reading = await observe(chain, watched, signal);
      const transactions = reading.transactions.map((one) =>
        one.mined === null ? one : { ...one, mined: { ...one.mined, ...shown } },
      );
      return { ...reading, transactions };
    };
  });
  afterEach(() => harness.close());

  for (const [what, first, later, kept] of [
    ['is corrected', [1n, 100n], [50_000n, 5_000_000n], [50_000n, 5_000_000n]],
    ['is corrected downwards', [50_000n, 5_000_000n], [40_000n, 4_000_000n], [40_000n, 4_000_000n]],
    [
      'is corrected by what was missing for posting',
      [50_000n, 5_000_000n],
      [50_000n, 5_000_007n],
      [50_000n, 5_000_007n],
    ],
    [
      'stays where one node shows no posting',
      [50_000n, 5_000_007n],
      [50_000n, 5_000_000n],
      [50_000n, 5_000_007n],
    ],
  ] as const) {
    it(`${what}, in the books too, once`, async () => {
      shown = cost(first);
      await delivered();
      const before = [await stored(), await booked()];
      shown = cost(later);
      harness.chains[1].mine(20);
      await harness.sweep();
      await harness.sweep();
      const after = [await stored(), await booked()];
      const posted = (await entries()).length;

      const ends = kept[1] === first[1] ? 1 : 3;
      expect([before, after, posted]).to.deep.equal([[first, first[1]], [kept, kept[1]], ends]);
      expect((await payout()).isFinal).to.equal(true);
    });
  }

  async function delivered(): Promise<void> {
    const [source, destination] = harness.chains;
    await harness.execute(0, 200_000n);
    source.mine(confirmations);
    await harness.work(60);
    destination.mine(1);
    await harness.work(60);
  }
  async function payout() {
    const { id = expect.fail() } = harness.transfers[0] ?? {};
    const all = await harness.money.store.reads.transactions.transactionsOf(id);
    return all.find(({ purpose }) => purpose === 'payout') ?? expect.fail('no payout');
  }
  async function stored() {
    const { gasUsed, gasCost } = await payout();
    return [gasUsed, gasCost];
  }
  /** Entries of the payout: what was posted, taken back and posted again. */
  async function entries() {
    const { owner, id } = await payout();
    const all = await harness.money.store.reads.books.entriesOf(owner.id);
    return all.filter(({ transactionId }) => transactionId === id);
  }
  /** Gas of the payout, as the books have it. */
  async function booked(): Promise<bigint> {
    return (await entries())
      .flatMap(({ lines }) => lines)
      .filter(({ kind }) => kind === 'gas')
      .reduce((sum, { units }) => sum + units, 0n);
  }
});

function cost([gasUsed, gasCost]: readonly [bigint, bigint]): Cost {
  return { gasUsed, gasCost };
}

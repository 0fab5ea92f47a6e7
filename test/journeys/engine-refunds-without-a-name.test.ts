import { expect } from 'chai';
import { type EngineHarness, hasEngines, startEngineHarness } from '../support/engine-harness.ts';
import { accountFor, spenderBook } from '../support/engine-money.ts';
import {
  breakEngine,
  endOfTransfer,
  mendEngine,
  newTransfer,
  sentUnits,
  startTransfer,
} from '../support/engine-transfer.ts';
import { until } from '../support/until.ts';

describe('an engine that names what it gave back after that may have gone to another transfer', () => {
  let harness: EngineHarness;
  before(async function () {
    if (!(await hasEngines())) this.skip();
    // A status line that rested would be silent after it was mended.
    harness = await startEngineHarness({ settings: { faultsToRest: 100 } });
  });
  after(() => harness?.stop());

  it('leaves no payer waiting: each has all that was sent', async () => {
    const { held } = await spenderBook(harness);
    // Both hand over the same sum where their charges round to the same figure, as they nearly
    // always do, and the bridge that gives it back is one.
    const named = await newTransfer(harness, 'symbiosis', 'refunded');
    const unnamed = await newTransfer(harness, 'stargate', 'refunded');
    const [namedId, unnamedId] = await Promise.all([
      startTransfer(harness, named),
      startTransfer(harness, unnamed),
    ]);
    await until('money on its way back', async () =>
      (await harness.deposits('symbiosis')).some(({ stage }) => isComingBack(stage)),
    );
    await breakEngine(harness, { ...named, fault: 'silent-status' });

    const first = await endOfTransfer(harness, unnamed, unnamedId);
    await mendEngine(harness, named);
    const second = await endOfTransfer(harness, named, namedId);

    const givenBack = {
      end: 'FAILED REFUNDED',
      delivered: 0n,
      refunded: sentUnits,
      payer: sentUnits,
      recipient: 0n,
      pulls: 1,
      deposits: 1,
    };
    expect([
      await accountFor(harness, unnamed, first),
      await accountFor(harness, named, second),
    ]).to.deep.equal([givenBack, givenBack]);
    expect((await spenderBook(harness)).held).to.equal(held);
  });
});

function isComingBack(stage: unknown): boolean {
  return stage === 'refunding' || stage === 'refunded';
}

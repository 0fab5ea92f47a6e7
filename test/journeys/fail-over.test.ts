import { type EvmAddress, evmChain, type Units } from '@interline/kernel';
import { endOfRoute } from '../support/end-of-route.ts';
import { floatBooks } from '../support/float-books.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { freshPayer, send } from '../support/payer.ts';
import { stockRail } from '../support/stock-rail.ts';
import { transferCount } from '../support/transfer-count.ts';
import { usdcBalance } from '../support/usdc-balance.ts';
import { textField } from '@interline/cli';
import {
  type RailScript,
  type ScriptedRail,
  scriptedManifest,
  scriptedSteps,
} from '@interline/plugins/testing';
import { expect } from 'chai';

const source = 8453;
const destination = 42161;

describe('fail-over', () => {
  let harness: Harness | undefined;
  afterEach(() => harness?.stop());

  it('before the pull goes to the next rail when the best one refuses to plan', async () => {
    const best = named('best', {
      refusePlan: () => ({ ok: false, code: 'NO_ROUTE', reason: 'not today' }),
    });

    const last = await transferOver([best, named('second')]);

    expect(last).to.deep.include({
      status: 'DONE',
      aggregator: 'second',
      refusals: [{ rail: 'best', code: 'NO_ROUTE', reason: 'not today' }],
    });
  });

  it("before the pull goes to the next rail when the best one's transaction would revert behind the pull", async () => {
    const last = await transferOver([named('best', revertingOn(source)), named('second')]);

    expect(last).to.include({ status: 'DONE', aggregator: 'second' });
  });

  it('after the pull goes to the next rail when the best one cannot go on, and pulls only once', async () => {
    const last = await transferOver([named('best', revertingOn(destination)), named('second')]);

    expect(last).to.include({ status: 'DONE', aggregator: 'second', bridged: '999200' });
    expect(last['refusals']).to.have.length(1).and.to.have.nested.property('0.rail', 'best');
  });

  it('after the pull ends in a refund when no other rail meets the agreed minimum', async () => {
    const cheap = named('cheap', {
      quote: () => ({ ok: false, code: 'NO_ROUTE', reason: 'nothing at that price' }),
    });

    const last = await transferOver([named('best', revertingOn(destination)), cheap], {
      isRefunded: true,
    });

    expect(last).to.include({ status: 'FAILED', stage: 'REFUNDED' });
  });

  it('asks a perishable plan again once the pull is credited', async () => {
    const rail = named('perishable', { plan: { keeps: 'perishable' } });

    const last = await transferOver([rail]);

    expect(last).to.include({ status: 'DONE', aggregator: 'perishable' });
    expect(rail.asked.filter((step) => step === 'plan')).to.have.length(2);
  });

  async function transferOver(rails: readonly ScriptedRail[], { isRefunded = false } = {}) {
    harness = await startHarness({ chainIds: [source, destination], rails });
    const payer = await freshPayer(harness, source, 1_000_000n);
    const { receipt } = await send(harness, payer, {
      from: source,
      to: destination,
      units: 1_000_000n,
    });
    const last = await endOfRoute(harness.client, textField(receipt, 'id'));

    expect(await transferCount(harness.devnet, source, { from: payer.address })).to.equal(1);
    expect(await usdcBalance(harness.devnet, source, payer.address)).to.equal(
      isRefunded ? 1_000_000n : 0n,
    );
    expect(await usdcBalance(harness.devnet, destination, payer.address)).to.equal(
      isRefunded ? 0n : 999_200n,
    );
    for (const book of await floatBooks(harness))
      expect(book.free, `chain ${book.chainId}`).to.equal(book.held);
    return last;
  }
});

/** A stock rail of that name; the ranking breaks ties by name. */
function named(id: string, script: RailScript = {}): ScriptedRail {
  return stockRail({
    ...script,
    manifest: scriptedManifest({ id, ways: [id], capabilities: ['inventory'] }),
  });
}

/** Every local chain has it: it reverts where the code it is given cannot be deployed. */
const deploymentProxy = '0x4e59b44847b379578588920ca78fbf26c0b4956c' as EvmAddress;

/** Before its payout it wants a call on that chain that can only revert. */
function revertingOn(chainId: number): RailScript {
  return {
    steps: (order, quote) => [
      scriptedSteps.reserve(order, quote.output),
      {
        kind: 'call',
        chain: evmChain(chainId),
        to: deploymentProxy,
        data: `0x${'00'.repeat(32)}fe`,
        value: 0n as Units,
        handsOver: false,
      },
      scriptedSteps.payout(order, quote.output),
    ],
  };
}

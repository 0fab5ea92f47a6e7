import { setTimeout as pause } from 'node:timers/promises';
import type { JsonRecord } from '@interline/cli';
import { expect } from 'chai';
import { type EngineHarness, hasEngines, startEngineHarness } from '../support/engine-harness.ts';
import { accountFor, earnedWith, moneyOf, spenderBook } from '../support/engine-money.ts';
import {
  endOfTransfer,
  type EngineName,
  engineNames,
  type EngineTransfer,
  leastUnits,
  mendEngine,
  newTransfer,
  startTransfer,
  untilStage,
} from '../support/engine-transfer.ts';

interface Begun {
  readonly transfer: EngineTransfer;
  readonly id: string;
}

/** Each engine's own word for a transfer that does not move, as our stage. */
const stuckStages: Readonly<Record<EngineName, string>> = {
  lifi: 'FILLING',
  relay: 'DELAYED',
  across: 'SLOW_FILL',
  socket: 'IN_PROGRESS',
  debridge: 'AWAITING_FILL',
  symbiosis: 'STUCK',
  stargate: 'IN_FLIGHT',
  oneclick: 'SWAPPING',
};

describe('an engine that has the money and keeps us waiting', () => {
  let harness: EngineHarness;
  /** What the spender account has, by the earnings that it was given. */
  let earned: bigint;
  before(async function () {
    if (!(await hasEngines())) this.skip();
    // A status line that rested for one case would be silent to the others.
    harness = await startEngineHarness({
      settings: { statusDeadlineMs: 2_500, faultsToRest: 100 },
    });
    earned = (await spenderBook(harness)).held;
  });
  after(() => harness?.stop());

  it('is waited for while it is stuck: nothing else is sent, and it delivers in the end', async () => {
    const begun = await beginAll(engineNames, 'stuck');
    await Promise.all(
      begun.map(({ transfer: { engine }, id }) => untilStage(harness, id, stuckStages[engine])),
    );
    const { sent } = await spenderBook(harness);
    await pause(3_000);

    // One status that came too late is another stage for a moment.
    const waiting = await Promise.all(
      begun.map(({ transfer: { engine }, id }) => untilStage(harness, id, stuckStages[engine])),
    );
    const held = await Promise.all(begun.map(({ transfer }) => moneyOf(harness, transfer)));
    await Promise.all(begun.map(({ transfer }) => mendEngine(harness, transfer)));
    await allDelivered(begun);

    expect(waiting.map(({ status, stage }) => ({ status, stage }))).to.deep.equal(
      begun.map(({ transfer: { engine } }) => ({ status: 'BRIDGING', stage: stuckStages[engine] })),
    );
    expect(held).to.deep.equal(
      begun.map(() => ({ payer: 0n, recipient: 0n, pulls: 1, deposits: 1 })),
    );
    expect((await spenderBook(harness)).sent).to.equal(sent);
  });

  it('is not given up while it says nothing, even if it has delivered, and is done once it speaks', async () => {
    const begun = await beginAll(engineNames, 'silent-status');
    await Promise.all(begun.map(({ id }) => untilStage(harness, id, 'UPSTREAM_SILENT')));
    const { sent } = await spenderBook(harness);
    await pause(3_000);

    const waiting = await Promise.all(
      begun.map(({ id }) => harness.client.get(`/api/route/status?id=${id}`)),
    );
    await Promise.all(begun.map(({ transfer }) => mendEngine(harness, transfer)));
    await allDelivered(begun);

    expect(waiting.map(({ status, stage }) => `${String(status)} ${String(stage)}`)).to.deep.equal(
      begun.map(() => 'BRIDGING UPSTREAM_SILENT'),
    );
    expect((await spenderBook(harness)).sent).to.equal(sent);
  });

  it('is waited for while it does not know the deposit, or takes thirty times its time', async () => {
    const begun = await Promise.all([
      beginAll(engineNames, 'not-found-then-found'),
      beginAll(['relay', 'across', 'debridge'], 'slow-fill'),
    ]);

    await allDelivered(begun.flat());
  });

  /** Another engine is allowed as well, so that there is a temptation. */
  function beginAll(engines: readonly EngineName[], fault: string): Promise<readonly Begun[]> {
    return Promise.all(
      engines.map(async (engine) => {
        const transfer = await newTransfer(
          harness,
          engine,
          fault,
          engine === 'oneclick' ? [] : ['oneclick'],
        );
        return { transfer, id: await startTransfer(harness, transfer) };
      }),
    );
  }

  /** By the engine that was chosen, once, and to the unit that the receipt says. */
  async function allDelivered(begun: readonly Begun[]): Promise<void> {
    const receipts = await Promise.all(
      begun.map(async ({ transfer, id }): Promise<JsonRecord> => {
        const last = await endOfTransfer(harness, transfer, id);
        const account = await accountFor(harness, transfer, last);
        expect(account, transfer.engine).to.deep.equal({
          end: 'DONE DELIVERED',
          delivered: account.recipient,
          refunded: 0n,
          payer: 0n,
          recipient: account.recipient,
          pulls: 1,
          deposits: 1,
        });
        expect([last['aggregator'], account.recipient >= leastUnits]).to.deep.equal([
          transfer.engine,
          true,
        ]);
        return last;
      }),
    );
    earned += earnedWith(receipts);
    expect((await spenderBook(harness)).held).to.equal(earned);
  }
});

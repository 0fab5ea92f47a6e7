import { releaseRefund, RouteRunner } from '@interline/core/transfer';
import type { Hex } from '@interline/kernel';
import { alteredWorker } from '../support/model/altered-worker.ts';
import { auditSettled, settleHarness } from '../support/model/audit-harness.ts';
import { accounts, modelToken } from '../support/model/model-custody.ts';
import { modelHarness, payerAtStart } from '../support/model/model-harness.ts';
import { stockRail } from '../support/stock-rail.ts';
import type { Progress } from '@interline/plugins';
import { scriptedSteps } from '@interline/plugins/testing';
import { expect } from 'chai';

const firstTx: Hex = `0x${'1'.repeat(64)}`;
const secondTx: Hex = `0x${'2'.repeat(64)}`;
const destTx: Hex = `0x${'3'.repeat(64)}`;

describe('an upstream that gives back a part', () => {
  it('keeps the route in the list an operator sees whatever it says meanwhile, over a restart, and the payer gets all with the rest', async () => {
    let said: Progress = { status: 'BRIDGING', stage: 'IN_FLIGHT' };
    const rail = {
      ...stockRail({ plan: { pullTo: 'spender' }, steps: () => [scriptedSteps.track()] }),
      track: async () => said,
    };
    const harness = await modelHarness(1, rail);
    const worker = alteredWorker(harness, { rails: [rail] });
    // 200,000 less our charge of 160 were handed over.
    const brought = new Map<string, bigint>([
      [firstTx, 100_000n],
      [secondTx, 99_840n],
      [destTx, 1_000_000n],
    ]);
    const isToUs = (to: string): boolean => to === accounts.spender;
    harness.custody.arrivals = async (_chain, hash, { to }) =>
      hash === destTx || isToUs(to)
        ? [
            {
              hash,
              token: modelToken,
              from: accounts.float,
              units: brought.get(hash) ?? 0n,
              logIndex: 0,
              block: 1,
              timestampSec: harness.chains[0].head.timestampSec,
            },
          ]
        : [];
    const seen: string[] = [];
    const look = async (progress: Progress): Promise<void> => {
      said = progress;
      await workOverHold(harness);
      const route = await harness.money.store.reads.transfers.route(harness.transfers[0]?.id ?? '');
      seen.push(`${route?.status} ${route?.stage} ${route?.givenBack?.parts?.length ?? 0}`);
    };

    await harness.execute(0, 200_000n);
    harness.chains[0].mine(1);
    await look({ status: 'BRIDGING', stage: 'IN_FLIGHT' });
    await look({ status: 'FAILED', stage: 'REFUNDED', refundTx: firstTx });
    await look({ status: 'FAILED', stage: 'REFUNDED', refundTx: firstTx });
    await look({ status: 'BRIDGING', stage: 'IN_FLIGHT' });
    await look({ status: 'DONE', stage: 'DELIVERED', destTx: destTx });
    await look({ status: 'FAILED', stage: 'OTHER', destTx: destTx });
    await worker.start();
    await worker.work(3);
    await look({ status: 'FAILED', stage: 'REFUNDED', refundTx: secondTx });
    await settleHarness(harness);

    expect(seen).to.deep.equal([
      'BRIDGING IN_FLIGHT 0',
      'BRIDGING VERIFYING 1',
      'BRIDGING VERIFYING 1',
      'BRIDGING VERIFYING 1',
      'BRIDGING VERIFYING 1',
      'BRIDGING VERIFYING 1',
      'BRIDGING REFUNDING 2',
    ]);
    expect(await auditSettled(harness)).to.deep.equal({ wrong: [], stages: ['REFUNDED'] });
    expect([
      harness.chains[0].balance(harness.transfers[0]?.payer ?? ''),
      harness.chains[0].balance(accounts.spender),
    ]).to.deep.equal([payerAtStart, 0n]);
    worker.stop();
    await harness.close();
  });

  it('and keeps the rest: an operator has what came passed on to the payer', async () => {
    let said: Progress = { status: 'BRIDGING', stage: 'IN_FLIGHT' };
    const stock = stockRail({ plan: { pullTo: 'spender' }, steps: () => [scriptedSteps.track()] });
    const rail = { ...stock, track: async () => said };
    const harness = await modelHarness(1, rail);
    const stop = new AbortController();
    const release = releaseRefund(harness.money, new RouteRunner(harness.money, stop.signal));
    // 199,840 were handed over, and the upstream keeps 140 of them.
    harness.custody.arrivals = async (_chain, hash, { to }) => {
      const { timestampSec } = harness.chains[0].head;
      const from = accounts.float;
      const one = { hash, token: modelToken, from, logIndex: 0, block: 1, timestampSec };
      return to === accounts.spender ? [{ ...one, units: 199_700n }] : [];
    };
    await harness.execute(0, 200_000n);
    const { id = '', payer = '' } = harness.transfers[0] ?? {};
    harness.chains[0].mine(1);
    await workOverHold(harness);
    said = { status: 'FAILED', stage: 'REFUNDED', refundTx: firstTx };
    await workOverHold(harness);
    const before = await harness.money.store.reads.transfers.route(id);

    await release(id);
    await settleHarness(harness);

    const after = await harness.money.store.reads.transfers.route(id);
    expect([before?.stage, after?.stage]).to.deep.equal(['VERIFYING', 'REFUNDED']);
    expect(after?.failure?.reason).to.contain('gave the money back, but for 140 of 199840');
    const [source] = harness.chains;
    expect(source.balance(payer)).to.equal(payerAtStart - 140n);
    stop.abort();
    await harness.close();
  });

  it('is owed the rest, and by whom an operator sees, once the transfer is past any time it takes', async () => {
    const harness = await modelHarness(1, stockRail(trackedParts()));
    const rails = [givesBackPart()];
    const patient = alteredWorker(harness, { rails });
    const late = alteredWorker(harness, { rails, policy: { overdueAfterMs: 0 } });
    harness.custody.arrivals = async (_chain, _hash, { to }) => {
      const { timestampSec } = harness.chains[0].head;
      const one = { hash: firstTx, token: modelToken, from: accounts.float, logIndex: 0, block: 1 };
      return to === accounts.spender ? [{ ...one, timestampSec, units: 99_840n }] : [];
    };
    await harness.execute(0, 200_000n);
    harness.chains[0].mine(1);
    const { books } = harness.money.store.reads;

    await patient.work(60);
    const before = await books.liabilities();
    await late.work(60);

    expect(before).to.deep.equal([]);
    expect(
      (await books.liabilities()).map(({ to, units, reason }) => ({ to, units, reason })),
    ).to.deep.equal([
      {
        to: harness.transfers[0]?.payer,
        units: 200_000n,
        reason: 'stock gave back 99840 of 199840 and keeps the rest',
      },
    ]);
    patient.stop();
    late.stop();
    await harness.close();
  });
});

/** Two looks, the hold of a reading apart. */
async function workOverHold(harness: Awaited<ReturnType<typeof modelHarness>>): Promise<void> {
  await harness.work(60);
  await harness.money.clock.sleep(40);
  await harness.work(60);
}

function trackedParts() {
  return { plan: { pullTo: 'spender' as const }, steps: () => [scriptedSteps.track()] };
}

function givesBackPart() {
  const said: Progress = { status: 'FAILED', stage: 'REFUNDED', refundTx: firstTx };
  return { ...stockRail(trackedParts()), track: async () => said };
}

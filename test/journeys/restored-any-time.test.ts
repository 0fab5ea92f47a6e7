import { randomInt } from 'node:crypto';
import { settleHarness } from '../support/model/audit-harness.ts';
import { type ModelHarness, modelHarness, payerAtStart } from '../support/model/model-harness.ts';
import { type ModelStep, modelSteps, purseOf, takeStep } from '../support/model/model-steps.ts';
import { expect } from 'chai';
import fc from 'fast-check';

/**
 * More for a long look: RESTORE_RUNS=2000. What a failure prints is replayed with RESTORE_SEED and
 * RESTORE_PATH; the seed stands in the titles, because a run that never ends prints nothing.
 */
const { RESTORE_RUNS: runs, RESTORE_SEED: named, RESTORE_PATH: path } = process.env;
const seed = named === undefined ? randomInt(2 ** 31) : Number(named);

describe('a store that went back in time, whenever that was,', () => {
  for (const [isRunning, when] of [
    [false, 'restored before a start'],
    [true, 'a replica promoted behind a running process'],
  ] as const) {
    for (const confirmations of [13, 1]) {
      it(`never pays twice and never debits twice, ${when}, at ${confirmations} confirmations, seed ${seed}`, async function () {
        if (runs !== undefined) this.timeout(0);
        await fc.assert(
          fc.asyncProperty(modelSteps, modelSteps, (before, lost) =>
            holds(before, lost, { isRunning, confirmations }),
          ),
          {
            numRuns: Number(runs ?? 8),
            seed,
            ...(path === undefined ? {} : { path }),
          },
        );
      });
    }
  }
});

/**
 * A harness lives for a while, loses what came after a backup, and another one goes on with the
 * backup, first alone and then with its operator.
 */
async function holds(
  before: readonly ModelStep[],
  lost: readonly ModelStep[],
  { isRunning, confirmations }: { readonly isRunning: boolean; readonly confirmations: number },
): Promise<void> {
  const first = await modelHarness(confirmations);
  for (const step of before) await takeStep(first, step);
  const backup = await first.backUp();
  for (const step of lost) await takeStep(first, step);
  const everybody = [...first.transfers];
  await first.close();
  const harness = await modelHarness(confirmations, undefined, {
    backup: { ...backup, payers: everybody.length + 200 },
    isRunning,
  });
  try {
    for (let turns = 0; turns < 6; turns += 1) {
      await harness.work(0);
      if (turns > 0) await harness.sweep();
      for (const chain of harness.chains) chain.mine(confirmations);
      expectOnce(everybody);
    }
    const records = await harness.money.store.reads.transactions.accounts();
    const stopped = records.filter((one) => one.stopped !== null);
    const sent = stopped.map(({ chain, account }) =>
      harness.chains.find(({ ref }) => ref === chain)?.pendingNonce(account),
    );
    await harness.work(60);
    expect(
      stopped.map(({ chain, account }) =>
        harness.chains.find(({ ref }) => ref === chain)?.pendingNonce(account),
      ),
    ).to.deep.equal(sent);
    await settleHarness(harness);
    expectOnce(everybody, true);
    for (const { id } of harness.transfers) {
      const route = await harness.money.store.reads.transfers.route(id);
      expect(
        route?.phase === 'ended' || route?.stage === 'QUARANTINED',
        `${id} is ${route?.status} ${route?.stage}`,
      ).to.equal(true);
    }
  } finally {
    await harness.close();
  }
}

/** Paid to the unit or not at all, never paid and refunded, and debited once at most. */
function expectOnce(transfers: ModelHarness['transfers'], isOver = false): void {
  for (const { id, from, to, units, payer, recipient } of transfers) {
    const paid = to.balance(recipient);
    const left = from.balance(payer) + from.balance(purseOf(payer));
    const fee = (units * 8n + 9_999n) / 10_000n;
    expect([0n, units - fee].includes(paid), `${id} was paid ${paid} of ${units - fee}`).to.equal(
      true,
    );
    expect(
      [payerAtStart, payerAtStart - units].includes(left),
      `the payer of ${id} has ${left} left`,
    ).to.equal(true);
    if (isOver)
      expect(paid > 0n && left === payerAtStart, `${id} was paid and refunded`).to.equal(false);
  }
}

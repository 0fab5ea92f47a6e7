import { textField } from '@interline/cli';
import { asUnits, evmAddress, evmChain, type PlanStep } from '@interline/kernel';
import { type RailScript, scriptedManifest, scriptedSteps } from '@interline/plugins/testing';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { chainRpc } from '../support/chain-rpc.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { freshPayer, send } from '../support/payer.ts';
import { refusalOf } from '../support/refusal-of.ts';
import { stockRail } from '../support/stock-rail.ts';
import { usdcBalance } from '../support/usdc-balance.ts';

const base = 8453;
const arbitrum = 42161;
const transfer = { from: base, to: arbitrum, units: 2_000_000n };
/** Succeeds for a caller with code, which our account has in a simulation; reverts in a block. */
const moody = evmAddress(`0x${'0d'.repeat(20)}`);
const moodyCode = '0x333b6008575f5ffd5b00';
const call: PlanStep = {
  kind: 'call',
  chain: evmChain(base),
  to: moody,
  data: '0x',
  value: asUnits(0n),
  handsOver: true,
};

describe('an engine whose calls pass simulations and revert in blocks', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness({
      chainIds: [base, arbitrum],
      rails: [
        stockRail({
          manifest: scriptedManifest({ id: 'alpha', ways: ['alpha'] }),
          plan: { pullTo: 'spender', keeps: 'perishable' },
          steps: () => [call, scriptedSteps.track()],
        }),
      ],
      policy: { engineRevertBudget: asUnits(1n) },
    });
    await chainRpc(harness.devnet, base, 'anvil_setCode', [moody, moodyCode]);
  });
  after(() => harness.stop());

  it('is refused for the rest of the day, for every payer, once they cost its budget', async () => {
    const { receipt } = await send(harness, await freshPayer(harness, base, 2_000_000n), transfer);
    const id = textField(receipt, 'id');
    const ended = await endOfRoute(harness.client, id);
    const other = await freshPayer(harness, base, 2_000_000n);
    const refused = await refusalOf(send(harness, other, transfer));

    const { reads } = harness.container.get(parts.store);
    const calls = (await reads.transactions.transactionsOf(id)).filter(
      ({ purpose }) => purpose === 'call',
    );
    expect(ended).to.include({ status: 'FAILED', stage: 'REFUNDED' });
    expect(calls.map(({ state }) => state)).to.deep.equal(['reverted']);
    expect(
      await reads.transactions.spent(
        'call-revert:eip155:8453:engine:alpha',
        new Date().toISOString().slice(0, 10),
      ),
    ).to.equal(calls[0]?.gasCost);
    expect([refused.status, refused.body['errorCode']]).to.deep.equal([422, 'BUDGET_SPENT']);
    expect(refused.body['error']).to.contain(
      'calls of the engine alpha are paused on eip155:8453 until 0:00 UTC',
    );
  });
});

describe('an engine with little left of the day for calls that revert', () => {
  it('is refused before the pull, because its next call could cost more', async () => {
    const harness = await startHarness({
      chainIds: [base, arbitrum],
      rails: [
        stockRail({
          manifest: scriptedManifest({ id: 'alpha', ways: ['alpha'] }),
          plan: { pullTo: 'spender', keeps: 'perishable' },
          steps: () => [call, scriptedSteps.track()],
        }),
      ],
      policy: { engineRevertBudget: asUnits(1_000n) },
    });
    try {
      const payer = await freshPayer(harness, base, 2_000_000n);
      const budget = 'call-revert:eip155:8453:engine:alpha';
      const charge = { budget, units: asUnits(999n), limit: asUnits(1_000n) };
      const today = new Date().toISOString().slice(0, 10);
      await harness.container
        .get(parts.store)
        .run('spend', (tx) => tx.transactions.charge([charge], today));

      const refused = await refusalOf(send(harness, payer, transfer));

      expect([refused.status, refused.body['errorCode']]).to.deep.equal([422, 'BUDGET_SPENT']);
      expect(refused.body['error']).to.contain(
        'one more of the calls of the engine alpha on eip155:8453 could cost more than what is left',
      );
      expect(await usdcBalance(harness.devnet, base, payer.address)).to.equal(2_000_000n);
    } finally {
      await harness.stop();
    }
  });
});

describe('a transfer whose calls revert, engine after engine', () => {
  it('is refunded after the second, and no engine whose day is spent takes it over', async () => {
    const rail = (id: string, script: RailScript = {}) =>
      stockRail({
        manifest: scriptedManifest({ id, ways: [id] }),
        plan: { pullTo: 'spender', keeps: 'perishable' },
        steps: () => [call, scriptedSteps.track()],
        ...script,
      });
    const harness = await startHarness({
      chainIds: [base, arbitrum],
      rails: [
        rail('a1'),
        rail('a2'),
        rail('a3'),
        rail('a4', {
          refusePlan: ({ isPulled }) =>
            isPulled === true ? { ok: false, code: 'NO_ROUTE', reason: 'the price moved' } : null,
        }),
      ],
      policy: { engineRevertBudget: asUnits(1n), payerRevertBudget: asUnits(10n ** 20n) },
    });
    try {
      await chainRpc(harness.devnet, base, 'anvil_setCode', [moody, moodyCode]);
      const { reads } = harness.container.get(parts.store);
      const run = async (excludeRails: readonly string[]) => {
        const payer = await freshPayer(harness, base, 2_000_000n);
        const { receipt } = await send(harness, payer, { ...transfer, excludeRails });
        const id = textField(receipt, 'id');
        const ended = await endOfRoute(harness.client, id);
        const sent = await reads.transactions.transactionsOf(id);
        const calls = sent.filter(({ purpose }) => purpose === 'call');
        const refusals = (await reads.transfers.route(id))?.refusals ?? [];
        return { ended, calls: calls.map(({ state }) => state), refusals };
      };

      const first = await run(['a4']);
      // The third engine's own day is still whole.
      const second = await run(['a1', 'a2', 'a4']);
      const third = await run([]);

      expect(first.ended).to.include({ status: 'FAILED', stage: 'REFUNDED' });
      expect(first.calls).to.deep.equal(['reverted', 'reverted']);
      expect(first.refusals.map(({ code }) => code)).to.include('BUDGET_SPENT');
      expect(second.calls).to.deep.equal(['reverted']);
      expect(third.ended).to.include({ status: 'FAILED', stage: 'REFUNDED' });
      expect(third.calls).to.deep.equal([]);
    } finally {
      await harness.stop();
    }
  });
});

import { textField } from '@interline/cli';
import { asUnits, evmAddress, evmChain, type PlanStep } from '@interline/kernel';
import type { RailPort } from '@interline/ports';
import { scriptedManifest, scriptedSteps } from '@interline/plugins/testing';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { chainRpc } from '../support/chain-rpc.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { gasCosts } from '../support/gas-costs.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { resumeMining, stopMining } from '../support/mining.ts';
import { freshPayer, type Payer, send } from '../support/payer.ts';
import { refusalOf } from '../support/refusal-of.ts';
import { stockRail } from '../support/stock-rail.ts';
import { until } from '../support/until.ts';

const base = 8453;
const arbitrum = 42161;
const transfer = { from: base, to: arbitrum, units: 1_000_000n };
const pool = evmAddress(`0x${'0d'.repeat(20)}`);
const call: PlanStep = {
  kind: 'call',
  chain: evmChain(base),
  to: pool,
  data: '0x',
  value: asUnits(0n),
  handsOver: true,
};

describe('a transfer whose plan is made again after the pull', () => {
  it('is accepted next to another of its payer only if the day could pay for giving both back, and counts until it is delivered: a tenth for all others once its call is mined', async () => {
    const renewal = Promise.withResolvers<void>();
    let plans = 0;
    const rail = stockRail({
      manifest: scriptedManifest({ id: 'alpha', ways: ['alpha'] }),
      plan: { pullTo: 'spender', keeps: 'perishable' },
      steps: () => [call, scriptedSteps.track()],
      async before(step) {
        if (step !== 'plan') return;
        plans += 1;
        // The first plan is accepted, the second is the same one made again.
        if (plans === 2) await renewal.promise;
      },
    });
    const harness = await startHarness({
      chainIds: [base, arbitrum],
      rails: [rail],
      policy: { payerRevertBudget: asUnits(1n) },
    });
    try {
      await chainRpc(harness.devnet, base, 'anvil_setCode', [pool, '0x00']);
      const payer = await freshPayer(harness, base, 2_000_000n);

      const first = textField((await send(harness, payer, transfer)).receipt, 'id');
      await until('the renewal', async () => plans === 2);
      const refused = await refusalOf(send(harness, payer, transfer));
      await stopMining(harness.devnet, base);
      renewal.resolve();
      await until('the call', async () => (await stateOfCall(harness, first)) === 'open');
      const whileOpen = await mayComeBack(harness, payer.address);
      await resumeMining(harness.devnet, base);
      await until('the call', async () => (await stateOfCall(harness, first)) === 'mined');
      const onceMined = await mayComeBack(harness, payer.address);
      const refusedAgain = await refusalOf(send(harness, payer, transfer));

      expect([refused.status, refused.body['errorCode']]).to.deep.equal([422, 'BUDGET_SPENT']);
      expect(refused.body['error']).to.contain(
        'as many transfers of engines that plan again after the pull are under way on eip155:8453',
      );
      expect(refusedAgain.body['errorCode']).to.equal('BUDGET_SPENT');
      expect(whileOpen.ofPayer > 0n).to.equal(true);
      expect(whileOpen.inAll).to.equal(whileOpen.ofPayer);
      expect(onceMined).to.deep.equal({
        ofClient: 0n,
        ofPayer: whileOpen.ofPayer,
        inAll: whileOpen.ofPayer / 10n,
      });
    } finally {
      renewal.resolve();
      await harness.stop();
    }
  });

  it('still counts while its engine reports a failure and the money is not seen yet, so that its payer cannot start the next one meanwhile', async () => {
    let isFailed = false;
    const rail: RailPort = {
      ...callingRail(),
      track: async () =>
        isFailed
          ? { status: 'FAILED', stage: 'REFUND_PENDING' }
          : { status: 'BRIDGING', stage: 'IN_FLIGHT' },
    };
    const harness = await startHarness({
      chainIds: [base, arbitrum],
      rails: [rail],
      policy: { payerRevertBudget: asUnits(1n) },
    });
    try {
      await chainRpc(harness.devnet, base, 'anvil_setCode', [pool, '0x00']);
      const payer = await freshPayer(harness, base, 2_000_000n);
      const id = textField((await send(harness, payer, transfer)).receipt, 'id');
      await until('the call', async () => (await stateOfCall(harness, id)) === 'mined');
      const whileInFlight = await mayComeBack(harness, payer.address);
      isFailed = true;
      const stage = async () => (await harness.client.get(`/api/route/status?id=${id}`))['stage'];
      await until('the failure', async () => (await stage()) === 'VERIFYING');

      expect(await mayComeBack(harness, payer.address)).to.deep.equal(whileInFlight);
      const refused = await refusalOf(send(harness, payer, transfer));
      expect(refused.body['errorCode']).to.equal('BUDGET_SPENT');
    } finally {
      await harness.stop();
    }
  });

  it('is charged to its payer if a move of the pool made the call fail after the pull: one such transfer is served at any fee, and the next is refused for the day', async () => {
    const harness = await startHarness({
      chainIds: [base, arbitrum],
      rails: [callingRail()],
      policy: { payerRevertBudget: asUnits(1n) },
    });
    try {
      const payer = await freshPayer(harness, base, 1_000_000n);

      const { end, gasCost } = await sendIntoMovedPool(harness, payer);
      const refused = await refusalOf(send(harness, payer, transfer));

      expect(end).to.include({ status: 'FAILED', stage: 'REFUNDED' });
      expect(await chargedAsRefund(harness, payer.address)).to.equal(gasCost);
      expect([refused.status, refused.body['errorCode']]).to.deep.equal([422, 'BUDGET_SPENT']);
      expect(refused.body['error']).to.contain(
        'engines that plan again after the pull are paused on eip155:8453',
      );
    } finally {
      await harness.stop();
    }
  });

  it('that failed once for such a reason leaves its payer most of the standard day', async () => {
    const harness = await startHarness({ chainIds: [base, arbitrum], rails: [callingRail()] });
    try {
      await gasCosts(harness, base, 1n);
      const payer = await freshPayer(harness, base, 1_000_000n);

      await sendIntoMovedPool(harness, payer);
      const charged = await chargedAsRefund(harness, payer.address);
      await chainRpc(harness.devnet, base, 'anvil_setCode', [pool, '0x00']);
      const next = textField((await send(harness, payer, transfer)).receipt, 'id');
      await until('the call', async () => (await stateOfCall(harness, next)) === 'mined');

      // 139,000 gas at about 1 gwei, of 0.005 ETH.
      expect(charged > 10n ** 14n && charged < 5n * 10n ** 14n).to.equal(true);
    } finally {
      await harness.stop();
    }
  });

  function callingRail() {
    return stockRail({
      manifest: scriptedManifest({ id: 'alpha', ways: ['alpha'] }),
      plan: { pullTo: 'spender', keeps: 'perishable' },
      steps: () => [call, scriptedSteps.track()],
    });
  }

  /** The pool takes the call when the transfer is accepted, and reverts once it is pulled. */
  async function sendIntoMovedPool(harness: Harness, payer: Payer) {
    const { transactions } = harness.container.get(parts.store).reads;
    await chainRpc(harness.devnet, base, 'anvil_setCode', [pool, '0x00']);
    await stopMining(harness.devnet, base);
    const id = textField((await send(harness, payer, transfer)).receipt, 'id');
    await chainRpc(harness.devnet, base, 'anvil_setCode', [pool, '0xfe']);
    await resumeMining(harness.devnet, base);
    const end = await endOfRoute(harness.client, id);
    const gasCost = (await transactions.transactionsOf(id)).reduce(
      (sum, { gasCost }) => sum + (gasCost ?? 0n),
      0n,
    );
    return { end, gasCost };
  }

  async function mayComeBack({ container }: Harness, payer: string) {
    const { transactions } = container.get(parts.store).reads;
    const of = { client: 'any', payer: evmAddress(payer) };
    return transactions.refundsToCome(evmChain(base), of);
  }

  function chargedAsRefund({ container }: Harness, payer: string): Promise<bigint> {
    const { transactions } = container.get(parts.store).reads;
    const today = new Date().toISOString().slice(0, 10);
    return transactions.spent(`refund:eip155:8453:payer:${payer.toLowerCase()}`, today);
  }

  async function stateOfCall({ container }: Harness, id: string) {
    const { transactions } = container.get(parts.store).reads;
    return (await transactions.transactionsOf(id)).find(({ purpose }) => purpose === 'call')?.state;
  }
});

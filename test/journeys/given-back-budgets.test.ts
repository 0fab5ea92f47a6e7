import { textField } from '@interline/cli';
import { asUnits, evmAddress, evmChain, type PlanStep } from '@interline/kernel';
import { scriptedManifest, scriptedSteps } from '@interline/plugins/testing';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { chainRpc } from '../support/chain-rpc.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { freshPayer, send } from '../support/payer.ts';
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
  valueWei: asUnits(0n),
  handsOver: true,
};

describe('a transfer whose plan is made again after the pull', () => {
  it('is accepted beside another of its payer only where the day could pay for giving both back', async () => {
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
      policy: { payerRevertBudgetWei: asUnits(1n) },
    });
    try {
      await chainRpc(harness.devnet, base, 'anvil_setCode', [pool, '0x00']);
      const payer = await freshPayer(harness, base, 2_000_000n);

      const first = textField((await send(harness, payer, transfer)).receipt, 'id');
      await until('the renewal', async () => plans === 2);
      const refused = await refusalOf(send(harness, payer, transfer));
      renewal.resolve();
      await until('the call', async () => (await stateOfCall(harness, first)) === 'mined');
      const second = textField((await send(harness, payer, transfer)).receipt, 'id');
      await until('the next call', async () => (await stateOfCall(harness, second)) === 'mined');

      expect([refused.status, refused.body['errorCode']]).to.deep.equal([422, 'BUDGET_SPENT']);
      expect(refused.body['error']).to.contain(
        'as many transfers of engines that plan again after the pull are under way on eip155:8453',
      );
    } finally {
      renewal.resolve();
      await harness.stop();
    }
  });

  async function stateOfCall({ container }: Harness, id: string) {
    const { transactions } = container.get(parts.store).reads;
    return (await transactions.transactionsOf(id)).find(({ purpose }) => purpose === 'call')?.state;
  }
});

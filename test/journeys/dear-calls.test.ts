import { textField } from '@interline/cli';
import { asUnits, evmAddress, evmChain, type PlanStep } from '@interline/kernel';
import { scriptedManifest, scriptedQuote, scriptedSteps } from '@interline/plugins/testing';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { burner } from '../support/burner.ts';
import { chainRpc } from '../support/chain-rpc.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { startHarness } from '../support/harness.ts';
import { freshPayer, send } from '../support/payer.ts';
import { stockRail } from '../support/stock-rail.ts';
import { until } from '../support/until.ts';

const base = 8453;
const arbitrum = 42161;
const pool = evmAddress(`0x${'0d'.repeat(20)}`);
const call: PlanStep = {
  kind: 'call',
  chain: evmChain(base),
  to: pool,
  data: '0x',
  valueWei: asUnits(0n),
  handsOver: true,
};

describe("an engine's call that takes far more gas than its quote was priced for", () => {
  it('is not made, and the payer gets everything back', async () => {
    const harness = await startHarness({
      chainIds: [base, arbitrum],
      rails: [
        stockRail({
          manifest: scriptedManifest({ id: 'alpha', ways: ['alpha'] }),
          plan: { pullTo: 'spender', keeps: 'perishable' },
          quote: (request, rail) => ({
            ok: true,
            value: {
              ...scriptedQuote(request, { rail }),
              fronts: [{ chain: evmChain(base), gas: 200_000n, wei: asUnits(0n) }],
            },
          }),
          steps: () => [call, scriptedSteps.track()],
        }),
      ],
    });
    try {
      const { reads } = harness.container.get(parts.store);
      const callsOf = async (id: string) =>
        (await reads.transactions.transactionsOf(id)).filter(({ purpose }) => purpose === 'call');
      /** A transfer whose call goes so many times round a loop of 26 gas. */
      const sendWith = async (rounds: number): Promise<string> => {
        await chainRpc(harness.devnet, base, 'anvil_setCode', [pool, burner(rounds)]);
        const payer = await freshPayer(harness, base, 1_000_000n);
        const transfer = { from: base, to: arbitrum, units: 1_000_000n };
        return textField((await send(harness, payer, transfer)).receipt, 'id');
      };

      const fair = await sendWith(10_000);
      await until('the call', async () => (await callsOf(fair)).length === 1);
      const dear = await sendWith(16_000);
      const ended = await endOfRoute(harness.client, dear);

      expect(ended).to.include({ status: 'FAILED', stage: 'REFUNDED' });
      expect(await callsOf(dear)).to.deep.equal([]);
      const [refusal] = (await reads.transfers.route(dear))?.refusals ?? [];
      expect(refusal?.code).to.equal('GAS_CEILING');
      expect(refusal?.reason).to.contain('400000 is the most by what its quote was priced for');
    } finally {
      await harness.stop();
    }
  });
});

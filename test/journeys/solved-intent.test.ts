import { expect } from 'chai';
import { type SendRequest, signOrder, textField } from '@interline/cli';
import { asUnits } from '@interline/kernel';
import { recordField } from '../support/record-field.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { freshPayer } from '../support/payer.ts';
import { stockRail } from '../support/stock-rail.ts';
import { usdcBalance } from '../support/usdc-balance.ts';
import { scriptedManifest, scriptedQuote } from '@interline/plugins/testing';

/** Faster than the stock rail, at ten times its fee. */
const swift = stockRail({
  manifest: scriptedManifest({ id: 'swift', ways: ['swift'], capabilities: ['inventory'] }),
  quote: (request, offer) => {
    const output = asUnits(request.amount - (request.amount * 80n) / 10_000n);
    return {
      ok: true,
      value: scriptedQuote(request, {
        rail: offer,
        fee: asUnits(request.amount - output),
        output,
        minOutput: output,
        durationSec: 1,
      }),
    };
  },
});

const sources = [
  { chain: 42161, token: 'USDC', amount: '5000000' },
  { chain: 8453, token: 'USDC', amount: '5000000' },
];

describe('a person who asks first', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness({ chainIds: [8453, 42161], rails: [stockRail(), swift] });
  });
  after(() => harness.stop());

  it('sees every rail side by side, and the same again from the cache', async () => {
    const path = '/api/route/compare?fromChain=8453&toChain=42161&token=USDC&amount=5000000';

    const first = await harness.client.get(path);
    const second = await harness.client.get(path);

    expect(first).to.deep.include({
      best: 'stock',
      comparedRails: 2,
      railsAttempted: 2,
      cached: false,
    });
    expect(first['guard']).to.deep.equal({
      ok: true,
      effectiveFeePct: 0.08,
      effectiveFeeBasis: 'units',
      thresholdPct: 5,
      recommendedMinInput: '1',
    });
    expect(first['firstParty']).to.deep.equal({
      rail: 'stock',
      estOut: '4996000',
      bestThirdParty: null,
      advantageBps: 0,
      cheaper: false,
    });
    expect(second).to.deep.equal({ ...first, cached: true });
  });

  for (const [goal, rail, arrives] of [
    ['max-output', 'stock', 4_996_000n],
    ['fastest', 'swift', 4_960_000n],
  ] as const) {
    it(`has money moved by the plan for ${goal}, from the only source that can`, async () => {
      const payer = await freshPayer(harness, 8453, 5_000_000n);
      const solved = await harness.client.post('/api/intent/solve', {
        toChain: 42161,
        toToken: 'USDC',
        from: sources,
        goal,
        toAddress: payer.address,
      });
      const execute = recordField(solved, 'plan', 'execute');

      // CAST: a plan's execute body is an agent body but for the payer, who is added here.
      const { body } = await signOrder(
        harness.client,
        payer.wallet,
        execute as unknown as SendRequest,
      );
      const receipt = await endOfRoute(
        harness.client,
        textField(await harness.client.post('/api/route/execute', body), 'id'),
      );

      expect(recordField(solved, 'plan')).to.deep.include({ rail, estOut: arrives.toString() });
      expect(solved['skipped'])
        .to.have.length(1)
        .and.to.have.nested.property('[0].errorCode', 'UNROUTABLE_LANE');
      expect(receipt).to.include({ status: 'DONE', aggregator: rail });
      expect(await usdcBalance(harness.devnet, 42161, payer.address)).to.equal(arrives);
    });
  }
});

import { type JsonRecord, textField } from '@interline/cli';
import {
  type ScriptedRail,
  scriptedManifest,
  scriptedRail,
  scriptedSteps,
} from '@interline/plugins/testing';
import { endOfRoute } from '../support/end-of-route.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { expect } from 'chai';

const failing = [{ status: 'FAILED', stage: 'SCRIPTED_FAILURE' }] as const;

describe('a simulated transfer', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness({
      chainIds: [8453, 42161],
      rails: [
        scriptedRail({
          manifest: scriptedManifest({ id: 'sandbox', ways: ['sandbox'], effects: 'simulated' }),
          plan: { pullTo: 'none' },
          progress: failing,
        }),
        missedDeposit(),
      ],
    });
  });
  after(() => harness.stop());

  it('begins with what comes in: SENDING stood before RECEIVING', async () => {
    expect(await execute({}, { 'x-svc-sandbox': '1' })).to.include({
      status: 'BRIDGING',
      stage: 'RECEIVING',
    });
  });

  it('that is asked to fail ends like a live one that failed: it used to say that no rail settles the lane', async () => {
    const { id } = await execute({}, { 'x-svc-sandbox': '1', 'x-svc-sandbox-outcome': 'failed' });

    expect(await endOfRoute(harness.client, String(id)))
      .to.include({ status: 'FAILED', stage: 'SCRIPTED_FAILURE' })
      .and.to.have.nested.property('failure.errorCode', 'REFUNDED');
  });

  it('differs from a live one whose deposit never came: that one has expired', async () => {
    const { id } = await execute(
      { mode: 'self', live: true },
      { authorization: `Bearer ${harness.operatorToken}` },
    );

    expect(await endOfRoute(harness.client, String(id)))
      .to.include({ status: 'FAILED', stage: 'DEPOSIT_EXPIRED' })
      .and.to.have.nested.property('failure.errorCode', 'DEPOSIT_EXPIRED');
  });

  async function execute(
    change: JsonRecord,
    headers: Readonly<Record<string, string>>,
  ): Promise<JsonRecord> {
    const receipt = await harness.client.post(
      '/api/route/execute',
      {
        fromChain: 8453,
        toChain: 42161,
        token: 'USDC',
        amount: '1000000',
        toAddress: '0x1111111111111111111111111111111111111111',
        ...change,
      },
      headers,
    );
    return { ...receipt, id: textField(receipt, 'id') };
  }
});

/** Waits for a deposit, and reports that none came. */
function missedDeposit(): ScriptedRail {
  return scriptedRail({
    manifest: scriptedManifest({ id: 'waiting', ways: ['waiting'] }),
    steps: (order) => [scriptedSteps.awaitDeposit(order), scriptedSteps.track()],
    plan: { pullTo: 'none' },
    progress: failing,
  });
}

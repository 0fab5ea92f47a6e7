import { parts } from '@interline/server';
import { expect } from 'chai';
import { openPullsShareMicroUsd } from '@interline/core/switches';
import { outcomeOf } from '../agents/outcome-of.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { mandateScene, openMandate, register } from './mandate-scene.ts';

describe('allowances of wallets that hold nothing', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness();
  });
  after(() => harness.stop());

  const registered = async (held: bigint, amount: bigint) => {
    const scene = await mandateScene(harness, held);
    const token = await openMandate(scene);
    return (await outcomeOf(register(scene, token, { amount }))).code;
  };

  it('shut out one another, and nobody who holds what he allows', async () => {
    const { policy } = harness.container.get(parts.transactions).ports;
    const most = openPullsShareMicroUsd(policy);
    const wallets = 10_000 / policy.openPullsShareBps;
    const codes = [];
    for (let at = 0; at <= wallets; at += 1) codes.push(await registered(1n, most));

    const holding = await registered(100_000_000n, 100_000_000n);
    const without = await registered(99_000_000n, 100_000_000n);

    expect(codes).to.deep.equal([...Array<string>(wallets).fill(''), 'RELAYER_BUSY']);
    expect([holding, without]).to.deep.equal(['', 'RELAYER_BUSY']);
  });
});

import { parts } from '@interline/server';
import { expect } from 'chai';
import { openPullsShareMicroUsd } from '@interline/core/switches';
import { outcomeOf } from '../agents/outcome-of.ts';
import { plainTransferData, sendInFront } from '../payments/strangers.ts';
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

  it('shut out one another, but no wallet that holds what it allows', async () => {
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

describe('allowances of wallets that one purse went through', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness();
  });
  after(() => harness.stop());

  it('are counted by what those wallets hold by now, if there would be no room', async () => {
    const { policy } = harness.container.get(parts.transactions).ports;
    const most = openPullsShareMicroUsd(policy);
    const wallets = 10_000 / policy.openPullsShareBps;
    const codes = [];
    let last: string | null = null;
    for (let at = 0; at < wallets; at += 1) {
      const scene = await mandateScene(harness, last === null ? most : 1n);
      const { usdc: to, wallet } = scene;
      if (last !== null)
        await sendInFront(harness, { to, data: plainTransferData(wallet.address, most) }, last);
      last = wallet.address;
      const token = await openMandate(scene);
      codes.push((await outcomeOf(register(scene, token, { amount: most }))).code);
    }

    const honest = await mandateScene(harness, most);
    const token = await openMandate(honest);
    const first = await outcomeOf(register(honest, token, { amount: most }));
    // The purse's last wallet holds what it allowed, and so does this one.
    const another = await mandateScene(harness, 1_000_000n);
    const none = await outcomeOf(
      register(another, await openMandate(another), { amount: 1_000_000n }),
    );

    expect(codes).to.deep.equal(Array<string>(wallets).fill(''));
    expect([first.code, none.code]).to.deep.equal(['', 'RELAYER_BUSY']);
  });
});

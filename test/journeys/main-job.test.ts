import { expect } from 'chai';
import { textField } from '@interline/cli';
import { endOfRoute } from '../support/end-of-route.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { freshPayer, send } from '../support/payer.ts';
import { usdcBalance } from '../support/usdc-balance.ts';

describe('a wallet with no gas', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness({ chainIds: [8453, 42161] });
  });
  after(() => harness.stop());

  it('moves 5 USDC to another chain with two signatures, and the receipt says what arrived', async () => {
    const payer = await freshPayer(harness, 8453, 5_000_000n);

    const sent = await send(harness, payer, { from: 8453, to: 42161, units: 5_000_000n });
    const receipt = await endOfRoute(harness.client, textField(sent.receipt, 'id'));

    expect(sent.signatures).to.equal(2);
    expect(receipt).to.include({
      status: 'DONE',
      stage: 'DELIVERED',
      svcFee: '4000',
      bridged: '4996000',
    });
    expect(await usdcBalance(harness.devnet, 8453, payer.address)).to.equal(0n);
    expect(await usdcBalance(harness.devnet, 42161, payer.address)).to.equal(4_996_000n);
  });

  it('needs one signature the second time, because Permit2 is approved by then', async () => {
    const payer = await freshPayer(harness, 8453, 3_000_000n);
    const first = await send(harness, payer, { from: 8453, to: 42161, units: 1_000_000n });
    await endOfRoute(harness.client, textField(first.receipt, 'id'));

    const second = await send(harness, payer, { from: 8453, to: 42161, units: 2_000_000n });
    const receipt = await endOfRoute(harness.client, textField(second.receipt, 'id'));

    expect([first.signatures, second.signatures]).to.deep.equal([2, 1]);
    expect(receipt).to.include({ status: 'DONE', bridged: '1998400' });
  });
});

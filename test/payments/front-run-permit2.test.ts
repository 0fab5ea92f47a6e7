import { parts } from '@interline/server';
import { evmAddress, evmChain } from '@interline/kernel';
import { expect } from 'chai';
import { chainRpc } from '../support/chain-rpc.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { mine, resumeMining, stopMining } from '../support/mining.ts';
import { until } from '../support/until.ts';
import { usdcBalance } from '../support/usdc-balance.ts';
import { booksOf, sentBy } from '../sponsor/sponsor-scene.ts';
import { chainId, demandOf, endOf, facilitatorOf, keyOf } from './payments-scene.ts';
import {
  cancelData,
  permit2,
  permit2Buyer,
  permit2DemandOf,
  permit2Of,
  proxy,
  sendMined,
  settleData,
  signedAnew,
} from './permit2-scene.ts';
import { foreignFacilitator } from './foreign-facilitator.ts';
import { plainTransferData, sendInFront } from './strangers.ts';

/** Calls the proxy with whatever it is called with. */
const caller = '0x00000000000000000000000000000000000ca11e';
const callerCode = `0x365f5f375f5f365f5f73${proxy.slice(2)}5af100`;

/** Permit2 leaves no log of a nonce that it takes. */
describe('payments of x402 by Permit2 that others touch', () => {
  let harness: Harness;
  let facilitator: ReturnType<typeof facilitatorOf>;
  before(async () => {
    harness = await startHarness({ chainIds: [chainId] });
    facilitator = facilitatorOf(harness, await keyOf(harness));
  });
  after(() => harness.stop());
  afterEach(() => resumeMining(harness.devnet, chainId));

  const held = (address: string) => usdcBalance(harness.devnet, chainId, address);
  const sent = () =>
    sentBy(harness, harness.container.get(parts.custody).account(evmChain(chainId), 'spender'));
  const paid = async () => {
    const payer = await permit2Buyer(harness);
    const demand = permit2DemandOf(harness);
    return { payer, demand, payment: await payer.pay(demand) };
  };
  const waits = async (before: number) =>
    until('a transaction of ours in the pool', async () => (await sent()) > before);

  it("count if a stranger had sent them first, with the stranger's transaction and none of ours", async () => {
    const { demand, payment } = await paid();
    const hash = await sendMined(harness, { to: proxy, data: settleData(payment) });
    const before = await sent();

    const settled = await facilitator.settle(payment, demand);
    const again = await facilitator.settle(payment, demand);

    expect(settled).to.deep.include({ success: true, transaction: hash });
    expect(again).to.deep.include({ success: false, errorReason: 'duplicate_settlement' });
    expect(await sent()).to.equal(before);
    expect(await held(demand.payTo)).to.equal(10_000n);
  });

  it('count if that was so long ago that no node has the state of that time', async () => {
    const { demand, payment } = await paid();
    const hash = await sendMined(harness, { to: proxy, data: settleData(payment) });
    await mine(harness.devnet, chainId, 200);

    const settled = await facilitator.settle(payment, demand);

    expect(settled).to.deep.include({ success: true, transaction: hash });
  });

  it('do not count if that was before the blocks that are searched, though a node has their states', async () => {
    const { demand, payment } = await paid();
    const hash = await sendMined(harness, { to: proxy, data: settleData(payment) });
    await mine(harness.devnet, chainId, 2);
    const head = Number(await chainRpc(harness.devnet, chainId, 'eth_blockNumber', []));
    const authorized = harness.container.get(parts.authorized);
    const searchedFrom = authorized.searchedFrom.bind(authorized);
    authorized.searchedFrom = async () => head;

    const settled = await facilitator.settle(payment, demand).finally(() => {
      authorized.searchedFrom = searchedFrom;
    });
    const inRange = await facilitator.settle(payment, demand);

    expect(settled).to.deep.include({ success: false, errorReason: 'settlement_pending' });
    expect(inRange).to.deep.include({ success: true, transaction: hash });
  });

  it("count if another facilitator has made them, x402's own", async () => {
    const { demand, payment } = await paid();

    const theirs = await (await foreignFacilitator(harness)).settle(payment, demand);
    const settled = await facilitator.settle(payment, demand);

    expect(theirs.success).to.equal(true);
    expect(settled).to.deep.include({ success: true, transaction: theirs.transaction });
    expect(await held(demand.payTo)).to.equal(10_000n);
  });

  it('count if a stranger is faster than our transaction, which then reverts', async () => {
    const { demand, payment } = await paid();
    await stopMining(harness.devnet, chainId);
    const before = await sent();

    const settling = endOf(facilitator, payment, demand);
    await waits(before);
    const hash = await sendInFront(harness, { to: proxy, data: settleData(payment) });
    await resumeMining(harness.devnet, chainId);
    const settled = await settling;

    expect(settled).to.deep.include({ success: true, transaction: hash });
    expect((await sent()) - before).to.equal(1);
    expect(await held(demand.payTo)).to.equal(10_000n);
    const { deficits } = await booksOf(harness);
    expect(deficits).to.deep.equal([]);
  });

  it('are refused permanently once their payer has cancelled them, even long ago', async () => {
    for (const blocks of [0, 200]) {
      const { payer, demand, payment } = await paid();
      await sendMined(harness, { to: permit2, data: cancelData(payment) }, payer.address);
      if (blocks > 0) await mine(harness.devnet, chainId, blocks);
      const before = await sent();

      const verdict = await facilitator.verify(payment, demand);
      const settled = await facilitator.settle(payment, demand);

      expect(verdict.invalidReason).to.equal('permit2_invalid_nonce');
      expect(settled).to.deep.include({
        ...{ success: false, errorReason: 'permit2_invalid_nonce', transaction: '' },
      });
      expect(await sent()).to.equal(before);
      expect(await held(demand.payTo)).to.equal(0n);
    }
  });

  it('fail if the payer cancels them in front of our transaction', async () => {
    const { payer, demand, payment } = await paid();
    await stopMining(harness.devnet, chainId);
    const before = await sent();

    const settling = endOf(facilitator, payment, demand);
    await waits(before);
    await sendInFront(harness, { to: permit2, data: cancelData(payment) }, payer.address);
    await resumeMining(harness.devnet, chainId);
    const failed = await settling;

    expect(failed).to.deep.include({ success: false, errorReason: 'permit2_invalid_nonce' });
    expect((await sent()) - before).to.equal(1);
    expect(await held(demand.payTo)).to.equal(0n);
  });

  it('are not made by another transfer of the same amount: their nonce was signed for another recipient', async () => {
    const { payer, demand, payment } = await paid();
    const { witness } = permit2Of(payment).permit2Authorization;
    const to = demandOf(harness).payTo;
    const elsewhere = await signedAnew(payer, payment, { witness: { ...witness, to } });
    await sendMined(harness, { to: proxy, data: settleData(elsewhere) });
    const direct = plainTransferData(demand.payTo, 10_000n);
    await sendMined(harness, { to: demand.asset, data: direct }, payer.address);

    const settled = await facilitator.settle(payment, demand);

    expect(settled).to.deep.include({
      ...{ success: false, errorReason: 'permit2_invalid_nonce', transaction: '' },
    });
  });

  it('are not told apart inside another contract: one cancelled there is not made by its twin', async () => {
    const { payer, demand, payment } = await paid();
    const twin = await payer.pay(demand);
    await chainRpc(harness.devnet, chainId, 'anvil_setCode', [caller, callerCode]);
    await sendMined(harness, { to: caller, data: settleData(twin) });
    await sendMined(harness, { to: permit2, data: cancelData(payment) }, payer.address);

    const settled = await facilitator.settle(payment, demand);

    expect(await held(demand.payTo)).to.equal(10_000n);
    expect(settled).to.deep.include({
      ...{ success: false, errorReason: 'permit2_invalid_nonce', transaction: '' },
    });
  });

  it('also have an end inside another contract, if it is looked for once the states of that time are gone', async () => {
    const { payer, demand, payment } = await paid();
    const { reads } = harness.container.get(parts.store);
    await chainRpc(harness.devnet, chainId, 'anvil_setCode', [caller, callerCode]);
    await stopMining(harness.devnet, chainId);
    const before = await sent();

    const settling = endOf(facilitator, payment, demand);
    await waits(before);
    await sendInFront(harness, { to: caller, data: settleData(payment) });
    await mine(harness.devnet, chainId, 300);
    await resumeMining(harness.devnet, chainId);
    const failed = await settling;

    expect(failed).to.deep.include({ success: false, errorReason: 'permit2_invalid_nonce' });
    const token = evmAddress(demand.asset.toLowerCase());
    const from = evmAddress(payer.address.toLowerCase());
    const open = await reads.payments.unitsUnderWay(evmChain(chainId), token, from);
    expect(open).to.equal(0n);
  });

  it('are not confirmed to a caller without the signature', async () => {
    const { payer, demand, payment } = await paid();
    const other = await signedAnew(payer, payment, { deadline: '99999999999' });
    await facilitator.settle(payment, demand);

    const stolen = await facilitator.settle(other, demand);

    expect(stolen).to.deep.include({
      ...{ success: false, errorReason: 'permit2_invalid_nonce', transaction: '' },
    });
  });
});

import { type Address, asUnits, nativeAddress } from '@interline/kernel';
import type { BookedOutput, Prepared } from '@interline/ports';
import { expect } from 'chai';
import { withBitcoind } from '../../support/with-bitcoind.ts';
import { bitcoin, type CustodyScene, custodyScene, watchedOf } from './custody-scene.ts';

const { signal } = new AbortController();

describe('a refund on bitcoin', () => {
  const node = withBitcoind();
  let booked: BookedOutput[];
  let scene: CustodyScene;

  beforeEach(() => {
    booked = [];
    scene = custodyScene(node(), { bookedDeposits: async () => booked });
  });
  afterEach(() => scene.close());

  /** What the core does: the address is looked at before it is shown, and its outputs are booked. */
  const deposited = async (index: number, ...parts: readonly bigint[]): Promise<BookedOutput[]> => {
    const address = scene.custody.deposits.addressOf(bitcoin, index);
    const look = () => scene.custody.deposits.seenAt(bitcoin, [{ address, known: [] }], signal);
    await look();
    for (const units of parts) await node().pay(address, units);
    await node().mine();
    const { addresses } = await look();
    const outputs = (addresses[0]?.outputs ?? []).map(({ tx, output }) => ({ index, tx, output }));
    booked.push(...outputs);
    return outputs;
  };
  const asked = (to: Address, units: bigint, spends: readonly BookedOutput[]) =>
    scene.custody.prepare(
      {
        ...{ kind: 'payout', purpose: 'refund', role: 'float' },
        ...{ chain: bitcoin, token: nativeAddress, to, units: asUnits(units), spends },
      },
      signal,
    );
  const refund = async (
    to: Address,
    units: bigint,
    spends: readonly BookedOutput[],
  ): Promise<Prepared> => {
    const outcome = await asked(to, units, spends);
    const [prepared] = outcome.ok ? outcome.value : [];
    if (prepared === undefined) throw new Error(JSON.stringify(outcome));
    return prepared;
  };
  const inputsOf = (signed: Parameters<CustodyScene['bitcoinFields']>[0]) =>
    scene.bitcoinFields(signed).inputs.map(({ units }) => units);
  const observed = async (
    signed: Parameters<CustodyScene['send']>[0],
    places: readonly { readonly group: number; readonly of: number }[],
  ) => {
    const watched = places.map((place) => watchedOf([signed], place));
    const { transactions } = await scene.custody.observe(bitcoin, watched, signal);
    return transactions.map(({ mined }) => mined);
  };
  /** The payer spends what paid the deposit to an address of his own, at a fee that outbids all. */
  const takeBack = async (tx: string): Promise<void> => {
    // CAST: what Bitcoin Core answers, here and below.
    const { vin } = (await node().rpc('getrawtransaction', [tx, true])) as {
      readonly vin: readonly { readonly txid: string; readonly vout: number }[];
    };
    const inputs = vin.map(({ txid, vout }) => ({ txid, vout }));
    let coins = 0;
    for (const { txid, vout } of inputs) {
      const { value } = (await node().rpc('gettxout', [txid, vout, false])) as { value: number };
      coins += value;
    }
    const outputs = [{ [String(await node().rpc('getnewaddress'))]: (coins - 0.01).toFixed(8) }];
    const raw = await node().rpc('createrawtransaction', [inputs, outputs]);
    const { hex } = (await node().rpc('signrawtransactionwithwallet', [raw])) as { hex: string };
    await node().rpc('sendrawtransaction', [hex, 0]);
  };
  const invalidateTip = async (): Promise<void> => {
    await node().rpc('invalidateblock', [await node().rpc('getbestblockhash')]);
  };

  it('spends the very coins that it gives back, and leaves the float what it had', async () => {
    await scene.fund(100_000n);
    const parts = await deposited(3, 20_000n, 30_000n, 40_000n);
    const to = scene.stranger();
    const whole = await refund(to, 90_000n, parts);
    const cost = whole.nextBlockCost ?? 0n;
    const signed = await scene.batch([await refund(to, 90_000n - cost, parts)], 0);
    await scene.send(signed);
    await node().mine();

    const { fee, change } = scene.bitcoinFields(signed);
    // The spine coin, the three parts, the recipient and the change, at 2 sats per vbyte.
    expect([cost, fee]).to.deep.equal([654n, 654n]);
    expect(inputsOf(signed).toSorted()).to.deep.equal([100_000n, 20_000n, 30_000n, 40_000n]);
    expect(change).to.equal(100_000n);
    expect(whole.namedCost).to.equal(346n);
  });

  it('of many small parts pays for all of them, and the float is in no more coins than before', async () => {
    await scene.fund(100_000n);
    const parts = await deposited(3, ...Array<bigint>(30).fill(5_800n));
    const to = scene.stranger();
    const { nextBlockCost = 0n } = await refund(to, 30n * 5_800n, parts);
    const signed = await scene.batch([await refund(to, 30n * 5_800n - nextBlockCost, parts)], 0);

    expect(scene.bitcoinFields(signed).fee).to.equal(nextBlockCost);
    expect(scene.bitcoinFields(signed).change).to.equal(100_000n);
    expect(await scene.send(signed)).to.equal('accepted');
    expect(scene.custody.deposits.outputsAtMost(bitcoin)).to.equal(150);
  });

  it('is paid for by itself where the float has nothing else', async () => {
    await scene.fund(1_000n);
    const parts = await deposited(3, 50_000n);
    const to = scene.stranger();
    const { nextBlockCost = 0n } = await refund(to, 50_000n, parts);
    const signed = await scene.batch([await refund(to, 50_000n - nextBlockCost, parts)], 0);

    expect(scene.bitcoinFields(signed).change).to.equal(1_000n);
    expect(await scene.send(signed)).to.equal('accepted');
  });

  it('of a coin that a payout has spent comes out of the float', async () => {
    await scene.fund(100_000n);
    const parts = await deposited(3, 60_000n, 5_000n);
    await scene.send(await scene.batch([await scene.payout(scene.stranger(), 150_000n)], 0));
    await node().mine();
    await scene.fund(200_000n);
    const to = scene.stranger();
    const { nextBlockCost = 0n } = await refund(to, 65_000n, parts);
    const signed = await scene.batch([await refund(to, 65_000n - nextBlockCost, parts)], 1);

    expect(inputsOf(signed)).to.include(5_000n);
    expect(inputsOf(signed)).to.include(200_000n);
    expect(await scene.send(signed)).to.equal('accepted');
  });

  it('of a coin that is in no block waits, and what is sent with it does not', async () => {
    await scene.fund(100_000n);
    const parts = await deposited(3, 60_000n);
    const ready = await refund(scene.stranger(), 50_000n, parts);
    await invalidateTip();
    const fault: unknown = await asked(scene.stranger(), 50_000n, parts).catch(
      (error: unknown) => error,
    );
    const payout = await scene.payout(scene.stranger(), 20_000n);
    const { prepared, failed } = await scene.custody.prepareMerged(
      bitcoin,
      'float',
      [[ready.tx], [payout.tx]],
      signal,
    );

    expect(fault).to.include({ code: 'CHAIN_UNREACHABLE' });
    expect(failed).to.deep.equal([0]);
    expect(prepared?.tx.value).to.equal(20_000n);
  });

  it('is in no block without its deposit: the next form leaves it out, and pays the others', async () => {
    await scene.fund(100_000n);
    const parts = await deposited(3, 60_000n);
    const [to, other] = [scene.stranger(), scene.stranger()];
    const signed = await scene.batch(
      [await refund(to, 59_000n, parts), await scene.payout(other, 20_000n)],
      0,
    );
    const before = await scene.custody.isSpoilt?.(signed, signal);
    // A reorg takes the deposit for good, and its entry from the books.
    await invalidateTip();
    booked.splice(0);
    const waiting = await scene.custody.isSpoilt?.(signed, signal);
    await takeBack(parts[0]?.tx ?? '');
    const after = await scene.custody.isSpoilt?.(signed, signal);
    const again = await scene.replaced(signed);

    // While it is in the mempool it may come back by itself.
    expect([before, waiting, after]).to.deep.equal([false, false, true]);
    expect(await scene.custody.isSpoilt?.(again, signal)).to.equal(false);

    expect(scene.bitcoinFields(again).outputs).to.deep.equal([
      { to: other, units: 20_000n, group: 1 },
    ]);
    expect(inputsOf(again)).to.deep.equal([100_000n]);
    expect(scene.bitcoinFields(again).inputs[0]).to.deep.equal(
      scene.bitcoinFields(signed).inputs[0],
    );
    expect(await scene.send(again)).to.equal('accepted');
    await node().mine();
    const [first, second] = await observed(again, [
      { group: 0, of: 2 },
      { group: 1, of: 2 },
    ]);
    expect([first?.isSuccess, first?.transfers]).to.deep.equal([false, []]);
    expect([second?.isSuccess, second?.multicall?.failedGroups]).to.deep.equal([true, [0]]);
  });

  it('bears the cost of its coins alone where payouts go with it, to the satoshi', async () => {
    await scene.close();
    // The node's own estimate may be a little above the floor by now.
    const fees = scene.rates(2_000n, 2_000n);
    scene = custodyScene(node(), { bookedDeposits: async () => booked, fees });
    await scene.fund(100_000n);
    const parts = await deposited(3, ...Array<bigint>(10).fill(6_000n));
    const signed = await scene.batch(
      [
        await refund(scene.stranger(), 50_000n, parts),
        await scene.payout(scene.stranger(), 20_000n),
      ],
      0,
    );
    await scene.send(signed);
    await node().mine();
    const [first, second] = await observed(signed, [
      { group: 0, of: 2 },
      { group: 1, of: 2 },
    ]);

    const { fee } = scene.bitcoinFields(signed);
    expect((first?.gasCost ?? 0n) + (second?.gasCost ?? 0n)).to.equal(fee);
    // Ten inputs of 57.5 vbytes at 2 sats, and half of the rest.
    expect(fee).to.equal(1_544n);
    expect(second?.gasCost).to.equal(197n);
  });
});

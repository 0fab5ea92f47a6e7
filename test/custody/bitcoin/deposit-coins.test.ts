import { asAddress, nativeAddress } from '@interline/kernel';
import type { BookedOutput } from '@interline/ports';
import { expect } from 'chai';
import { withBitcoind } from '../../support/with-bitcoind.ts';
import { bitcoin, type CustodyScene, custodyScene } from './custody-scene.ts';

const { signal } = new AbortController();

describe('a coin at a deposit address', () => {
  const node = withBitcoind();
  let booked: BookedOutput[];
  let scene: CustodyScene;

  beforeEach(() => {
    booked = [];
    scene = custodyScene(node(), { bookedDeposits: async () => booked });
  });
  afterEach(() => scene.close());

  const held = async (custody = scene.custody): Promise<bigint | undefined> => {
    const book = { chain: bitcoin, account: scene.account, token: nativeAddress };
    const [reading] = await custody.balances(bitcoin, [book], signal);
    return reading?.units;
  };
  const addressOf = (index: number) => scene.custody.deposits.addressOf(bitcoin, index);
  /** What the core does: the address is looked at before it is shown, and after it was paid. */
  const seenAt = async (index: number, known: readonly BookedOutput[] = []) => {
    const watched = { address: addressOf(index), known };
    const { addresses } = await scene.custody.deposits.seenAt(bitcoin, [watched], signal);
    return addresses[0]?.outputs ?? [];
  };
  const deposited = async (index: number, units: bigint): Promise<BookedOutput> => {
    await seenAt(index);
    await node().pay(addressOf(index), units);
    await node().mine();
    const [seen] = await seenAt(index);
    if (seen === undefined) throw new Error('the deposit is not seen');
    return { index, tx: seen.tx, output: seen.output };
  };
  /** In coins, by the node's own set of unspent outputs. */
  const unspentAt = async (address: string): Promise<unknown> => {
    const found = await node().rpc('scantxoutset', ['start', [`addr(${address})`]]);
    // CAST: what Bitcoin Core answers.
    return (found as { readonly total_amount: number }).total_amount;
  };
  /** The payer spends what paid the deposit to an address of his own, at a fee that outbids all. */
  const takeBack = async (tx: string): Promise<void> => {
    // CAST: what Bitcoin Core answers.
    const { vin } = (await node().rpc('getrawtransaction', [tx, true])) as {
      readonly vin: readonly { readonly txid: string; readonly vout: number }[];
    };
    let coins = 0;
    for (const { txid, vout } of vin) {
      // CAST: the same; what only the mempool spends is in the set still.
      const found = (await node().rpc('gettxout', [txid, vout, false])) as {
        readonly value: number;
      };
      coins += found.value;
    }
    const [own, inputs] = [
      await node().rpc('getnewaddress'),
      vin.map(({ txid, vout }) => ({ txid, vout })),
    ];
    // CAST: an address.
    const outputs = [{ [own as string]: (coins - 0.01).toFixed(8) }];
    const raw = await node().rpc('createrawtransaction', [inputs, outputs]);
    // CAST: what Bitcoin Core answers.
    const { hex } = (await node().rpc('signrawtransactionwithwallet', [raw])) as {
      readonly hex: string;
    };
    await node().rpc('sendrawtransaction', [hex, 0]);
  };
  const paid = async (to: string, units: bigint, slot: number) => {
    const signed = await scene.batch([await scene.payout(asAddress(to), units)], slot);
    await scene.send(signed);
    return signed;
  };

  it("is the float's from its entry in the books on, and not before", async () => {
    await scene.fund(100_000n);
    const coin = await deposited(3, 55_555n);
    const before = await held();
    booked.push(coin);

    expect([before, await held()]).to.deep.equal([100_000n, 155_555n]);
  });

  it('pays for what the rest of the float could not, to the satoshi, and is counted until it has', async () => {
    await scene.fund(100_000n);
    booked.push(await deposited(3, 60_000n));
    const stranger = scene.stranger();
    const signed = await paid(stranger, 150_000n, 0);
    const { fee, inputs } = scene.bitcoinFields(signed);
    const inMempool = await held();
    await node().mine();

    expect(inputs).to.have.length(2);
    expect(inMempool).to.equal(160_000n);
    expect(await held()).to.equal(10_000n - fee);
    expect(await unspentAt(stranger)).to.equal(0.0015);
  });

  it('is still shown where it was paid once it is spent, so that nothing looks taken back', async () => {
    await scene.fund(100_000n);
    const coin = await deposited(3, 60_000n);
    booked.push(coin);
    await paid(scene.stranger(), 150_000n, 0);
    await node().mine();

    const [seen] = await seenAt(3, [coin]);
    expect(seen).to.deep.include({ tx: coin.tx, units: 60_000n, confirmations: 2 });
  });

  it('never begins the spine, which is found by a funding coin', async () => {
    await scene.fund(20_000n);
    booked.push(await deposited(3, 900_000n));
    const signed = await paid(scene.stranger(), 500_000n, 0);
    await node().mine();

    expect(scene.bitcoinFields(signed).inputs[0]?.units).to.equal(20_000n);
    const anew = scene.restarted();
    expect(await anew.slotsTaken(bitcoin, scene.account, signal)).to.equal(1);
  });

  it('is left out of the next form of a payment if its own payer takes it back', async () => {
    await scene.fund(100_000n, 120_000n);
    booked.push(await deposited(3, 300_000n));
    const stranger = scene.stranger();
    const signed = await paid(stranger, 400_000n, 0);
    const [deposit] = booked.splice(0);
    if (deposit === undefined) throw new Error('nothing was booked');
    // The block of the deposit is gone, and its payer spends the same coin elsewhere, dearer.
    const tip = await node().rpc('getbestblockhash');
    await node().rpc('invalidateblock', [tip]);
    await takeBack(deposit.tx);
    await scene.fund(250_000n);

    const again = await scene.replaced(signed);
    expect(await scene.send(again)).to.equal('accepted');
    await node().mine();
    expect(await unspentAt(stranger)).to.equal(0.004);
    expect(scene.bitcoinFields(again).inputs.map(({ units }) => units)).not.to.include(300_000n);
    expect(scene.bitcoinFields(again).inputs[0]).to.deep.equal(
      scene.bitcoinFields(signed).inputs[0],
    );
  });

  it('is seen by one of a thousand callers who look at their addresses at one moment, which the node can serve', async () => {
    await scene.fund(100_000n);
    const { tx } = await deposited(7, 60_000n);
    const seen = await Promise.all(Array.from({ length: 1_000 }, (_, index) => seenAt(index)));

    expect(seen.flatMap((outputs, index) => outputs.map((one) => [index, one.tx]))).to.deep.equal([
      [7, tx],
    ]);
  });

  it('is spent by a no-op that takes the place of a payment with it', async () => {
    await scene.fund(100_000n);
    booked.push(await deposited(3, 60_000n));
    await paid(scene.stranger(), 150_000n, 0);
    const signed = await scene.noop(0);
    expect(await scene.send(signed)).to.equal('accepted');
    await node().mine();

    expect(await held()).to.equal(160_000n - scene.bitcoinFields(signed).fee);
  });
});

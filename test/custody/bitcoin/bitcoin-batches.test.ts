import type { TxFields } from '@interline/kernel';
import { expect } from 'chai';
import type { PaidOutput, SpentCoin } from './custody-scene.ts';
import { withBitcoind } from '../../support/with-bitcoind.ts';
import { bitcoin, type CustodyScene, custodyScene, watchedOf } from './custody-scene.ts';

const { signal } = new AbortController();

describe('payouts under load from one bitcoin float', () => {
  const node = withBitcoind();
  let scene: CustodyScene;

  beforeEach(() => {
    scene = custodyScene(node());
  });

  afterEach(() => scene.close());

  const callsFor = (count: number, units: bigint): TxFields[] =>
    Array.from({ length: count }, () => ({
      value: units,
      gasLimit: 200n,
      maxFeeRate: 2n,
      tip: 0n,
      to: scene.stranger(),
    }));
  const sum = (units: readonly bigint[]): bigint => units.reduce((total, x) => total + x, 0n);
  const prepared = (calls: readonly TxFields[]) =>
    scene.custody.prepareMerged(
      bitcoin,
      'float',
      calls.map((call) => [call]),
      signal,
    );

  it('are 1,000 out of 50 coins in five transactions, each to the satoshi, and their fees are the fees of these', async () => {
    await scene.fund(...Array.from({ length: 50 }, (_, coin) => 400_000n + BigInt(coin)));
    const calls = callsFor(1_000, 10_001n);
    const most = scene.custody.groupsAtMost(bitcoin);
    const spent: string[] = [];
    const paid: (readonly [string, bigint])[] = [];

    for (let slot = 0; slot < calls.length / most; slot += 1) {
      const part = calls.slice(slot * most, (slot + 1) * most);
      const { prepared: one, failed } = await prepared(part);
      if (one === null) throw new Error('all would fail');
      const signed = scene.sealed(one, slot);
      expect(failed).to.deep.equal([]);
      expect(await scene.send(signed)).to.equal('accepted');
      await node().mine();
      const members = part.map((_, group) => watchedOf([signed], { group, of: part.length }));
      const { transactions } = await scene.custody.observe(
        bitcoin,
        [watchedOf([signed]), ...members],
        signal,
      );

      const [batch, ...parts] = transactions;
      const { fee, inputs, outputs, change } = scene.bitcoinFields(signed);
      const paidHere = 10_001n * BigInt(part.length);
      expect(sum(inputs.map(({ units }: SpentCoin) => units))).to.equal(paidHere + change + fee);
      expect(parts.map((each) => each.mined?.transfers[0]?.units)).to.deep.equal(
        part.map(() => 10_001n),
      );
      expect(sum(parts.map((each) => each.mined?.gasCost ?? 0n))).to.equal(fee);
      expect(batch?.mined?.gasCost).to.equal(fee);
      spent.push(...inputs.map(({ outpoint }: SpentCoin) => outpoint));
      paid.push(...outputs.map(({ to, units }: PaidOutput) => [to, units] as const));
    }

    expect(most).to.equal(200);
    expect(paid).to.deep.equal(calls.map(({ to }) => [to, 10_001n]));
    expect(new Set(spent).size).to.equal(spent.length);
  });

  it('that are more than one transaction holds go out in as few as fit, one behind the other', async () => {
    await scene.fund(40_000_000n);
    let waiting: readonly TxFields[] = callsFor(440, 10_000n);
    const sizes: number[] = [];

    // What the core does with a batch that its account cannot send: it takes half of it.
    for (let slot = 0; waiting.length > 0; slot += 1) {
      let part = waiting;
      let made = await prepared(part).catch(() => null);
      const refusedAt = made === null ? part.length : null;
      while (made === null) {
        part = part.slice(0, Math.ceil(part.length / 2));
        made = await prepared(part).catch(() => null);
      }
      if (made.prepared === null) throw new Error('all would fail');
      if (refusedAt === 440)
        expect(await prepared(waiting).catch((error: unknown) => error)).to.include({
          code: 'GAS_EXHAUSTED',
        });
      expect(await scene.send(scene.sealed(made.prepared, slot))).to.equal('accepted');
      sizes.push(part.length);
      await node().mine();
      waiting = waiting.slice(part.length);
    }

    expect(sizes).to.deep.equal([220, 220]);
  });

  it('fill a transaction up to 10,000 vbytes, which nodes still take, and not one payout more', async () => {
    await scene.fund(40_000_000n);
    const calls = callsFor(240, 10_000n);
    const fits = async (count: number) => {
      const made = await prepared(calls.slice(0, count)).catch(() => null);
      return made?.prepared ?? null;
    };

    // A frame with one input is 68 vbytes, the change 43 and each payout 43.
    const full = await fits(229);
    const tooMany = await fits(230);
    if (full === null) throw new Error('a full one does not fit');

    expect(tooMany).to.equal(null);
    expect(full.tx.gasLimit).to.equal(9_958n);
    expect(await scene.send(scene.sealed(full, 0))).to.equal('accepted');
  });

  it('are prepared by two readings of the float, however many are prepared at once', async () => {
    let readings = 0;
    const counting = custodyScene(node(), {}, (core) => [
      {
        ...core,
        unspent: (addresses, stop) => {
          readings += 1;
          return core.unspent(addresses, stop);
        },
      },
    ]);
    await counting.fund(40_000_000n);

    const made = await Promise.all(
      Array.from({ length: 400 }, () => counting.payout(counting.stranger(), 10_000n)),
    );
    await counting.close();

    expect(made.map(({ tx }) => tx.value)).to.deep.equal(made.map(() => 10_000n));
    expect(readings).to.equal(2);
  });

  it('leave out only what could not be paid alone either', async () => {
    await scene.fund(100_000n);
    const [small, large, dust, other] = [
      ...callsFor(1, 20_000n),
      ...callsFor(1, 100_000n),
      ...callsFor(1, 329n),
      ...callsFor(1, 330n),
    ] as const;
    if (small === undefined || large === undefined) throw new Error('four calls');
    if (dust === undefined || other === undefined) throw new Error('four calls');

    const { prepared: one, failed } = await prepared([small, large, dust, other]);

    expect(failed).to.deep.equal([1, 2]);
    expect(one?.tx.value).to.equal(20_330n);
    const none = await prepared([large, dust]);
    expect(none).to.deep.equal({ prepared: null, failed: [0, 1] });
  });

  it('that fit alone and not together are reported as too many, so that none counts as failed', async () => {
    await scene.fund(100_000n);

    const outcome = await prepared(callsFor(2, 60_000n)).catch((error: unknown) => error);

    expect(outcome).to.include({ code: 'GAS_EXHAUSTED' });
    expect((await prepared(callsFor(1, 60_000n))).failed).to.deep.equal([]);
  });
});

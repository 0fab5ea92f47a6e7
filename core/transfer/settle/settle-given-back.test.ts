import type { Hex } from '@interline/kernel';
import {
  arrival,
  givenBackBench,
  payer,
  refundTx,
  route,
  spender,
  startMs,
} from './testing/given-back-bench.ts';
import { expect } from 'chai';

const laterTx: Hex = `0x${'5f'.repeat(32)}`;

describe('money an upstream returned', () => {
  it('is split exactly if one transaction returns money of several routes', async () => {
    const house = givenBackBench(
      { [refundTx]: { [spender]: [arrival(0, 200_000n), arrival(1, 99_900n)] } },
      [route('rt_small', 100_000n), route('rt_large', 200_100n)],
    );

    await house.look('rt_small', refundTx);
    await house.look('rt_large', refundTx);

    expect(house.ends()).to.deep.equal([
      ['rt_small', 'refunding', 'REFUNDING', 100_000n],
      ['rt_large', 'refunding', 'REFUNDING', 200_100n],
    ]);
  });

  it('moves its route only once it was seen for the hold, as the same transfers of one block', async () => {
    const house = givenBackBench({ [refundTx]: { [spender]: [arrival(0, 99_900n)] } });
    house.hold(false);
    const asNew = await house.look('rt_1', refundTx);
    const before = house.ends();
    house.hold(true);
    await house.look('rt_1', refundTx);
    await house.look('rt_1', laterTx);

    expect(asNew).to.deep.equal({ kind: 'later', atMs: startMs + 1_000 });
    expect(before).to.deep.equal([['rt_1', 'running', 'IN_FLIGHT', null]]);
    expect(house.ends()).to.deep.equal([['rt_1', 'refunding', 'REFUNDING', 100_000n]]);
    const seen = `${refundTx}/0/99900/90`;
    expect(house.noted).to.deep.equal([seen, seen, null]);
  });

  it('never includes what came to the payer before the route began', async () => {
    const house = givenBackBench({
      [refundTx]: { [payer]: [{ ...arrival(0, 99_900n), timestampSec: startMs / 1_000 - 3_600 }] },
    });

    expect(await house.look('rt_1', refundTx)).to.equal(null);
    expect(house.ends()).to.deep.equal([['rt_1', 'running', 'IN_FLIGHT', null]]);
  });

  it('belongs to one route only', async () => {
    const house = givenBackBench({ [refundTx]: { [spender]: [arrival(0, 99_900n)] } }, [
      route('rt_1', 100_000n),
      route('rt_2', 100_000n),
    ]);

    await house.look('rt_1', refundTx);
    const second = await house.look('rt_2', refundTx);

    expect(second).to.equal(null);
    expect(house.ends()).to.deep.equal([
      ['rt_1', 'refunding', 'REFUNDING', 100_000n],
      ['rt_2', 'running', 'IN_FLIGHT', null],
    ]);
  });

  it('never includes what came whole for two other routes of its engine', async () => {
    const came = [arrival(0, 94_900n), arrival(1, 59_900n), arrival(2, 40_000n)];
    const house = givenBackBench({ [refundTx]: { [spender]: came } }, [
      route('rt_short', 100_000n),
      route('rt_2', 60_000n),
      route('rt_3', 40_100n),
    ]);

    for (const id of ['rt_short', 'rt_2', 'rt_3']) await house.look(id, refundTx);

    expect(house.ends()).to.deep.equal([
      ['rt_short', 'running', 'VERIFYING', null],
      ['rt_2', 'refunding', 'REFUNDING', 60_000n],
      ['rt_3', 'refunding', 'REFUNDING', 40_100n],
    ]);
    expect(house.route('rt_short').givenBack?.parts?.map(({ units }) => units)).to.deep.equal([
      94_900n,
    ]);
  });

  it('closes nothing with one unit of 99,900: the route waits for the rest, listed for the operator', async () => {
    const house = givenBackBench({ [refundTx]: { [payer]: [arrival(0, 1n)] } });

    const turn = await house.look('rt_1', refundTx);

    expect(turn?.kind).to.equal('moved');
    expect(house.ends()).to.deep.equal([['rt_1', 'running', 'VERIFYING', null]]);
    expect(house.route('rt_1').givenBack).to.deep.equal({
      tx: refundTx,
      units: 1n,
      parts: [{ tx: refundTx, logIndex: 0, units: 1n, isToPayer: true }],
    });
    expect(house.said).to.deep.equal(['given-back-in-part']);
  });

  it('closes nothing one unit short, and everything with the last one', async () => {
    const house = givenBackBench({
      [refundTx]: { [spender]: [arrival(0, 99_899n)] },
      [laterTx]: { [spender]: [arrival(0, 1n)] },
    });

    await house.look('rt_1', refundTx);
    const before = house.ends();
    await house.look('rt_1', laterTx);

    expect([before, house.ends()]).to.deep.equal([
      [['rt_1', 'running', 'VERIFYING', null]],
      [['rt_1', 'refunding', 'REFUNDING', 100_000n]],
    ]);
  });

  it('is complete in two transfers of one transaction', async () => {
    const house = givenBackBench({
      [refundTx]: { [spender]: [arrival(0, 50_000n), arrival(1, 49_900n)] },
    });

    await house.look('rt_1', refundTx);

    expect(house.ends()).to.deep.equal([['rt_1', 'refunding', 'REFUNDING', 100_000n]]);
  });

  it('is forwarded except for what the payer already has', async () => {
    const house = givenBackBench({
      [refundTx]: { [payer]: [arrival(0, 60_000n)], [spender]: [arrival(1, 39_900n)] },
    });

    await house.look('rt_1', refundTx);

    expect(house.ends()).to.deep.equal([['rt_1', 'refunding', 'REFUNDING', 40_000n]]);
    expect(house.route('rt_1').givenBack).to.deep.include({ tx: refundTx, units: 60_000n });
  });

  it("is distinguished from another route's if it came in parts", async () => {
    const arrivals = [arrival(0, 70_000n), arrival(1, 60_000n), arrival(2, 39_900n)];
    const house = givenBackBench({ [refundTx]: { [spender]: arrivals } }, [
      route('rt_split', 100_000n),
      route('rt_whole', 70_100n),
    ]);

    await house.look('rt_split', refundTx);
    await house.look('rt_whole', refundTx);

    expect(house.ends()).to.deep.equal([
      ['rt_split', 'refunding', 'REFUNDING', 100_000n],
      ['rt_whole', 'refunding', 'REFUNDING', 70_100n],
    ]);
  });

  it('excludes a single transfer to us of more than was handed over: it may be what several routes are owed', async () => {
    const house = givenBackBench({ [refundTx]: { [spender]: [arrival(0, 99_901n)] } });

    expect(await house.look('rt_1', refundTx)).to.equal(null);
    expect(house.ends()).to.deep.equal([['rt_1', 'running', 'IN_FLIGHT', null]]);
  });

  it('is complete with one transfer to the payer of more than that', async () => {
    const house = givenBackBench({ [refundTx]: { [payer]: [arrival(0, 99_901n)] } });

    await house.look('rt_1', refundTx);

    expect(house.ends()).to.deep.equal([['rt_1', 'refunding', 'REFUNDING', 100n]]);
  });

  it("counts once, in any spelling of its transaction's hash", async () => {
    const shouted: Hex = `0x${refundTx.slice(2).toUpperCase()}`;
    const half = { [spender]: [arrival(0, 49_950n)] };
    const house = givenBackBench({ [refundTx]: half, [shouted]: half });

    await house.look('rt_1', refundTx);
    expect(await house.look('rt_1', shouted)).to.equal(null);

    expect(house.ends()).to.deep.equal([['rt_1', 'running', 'VERIFYING', null]]);
  });
});

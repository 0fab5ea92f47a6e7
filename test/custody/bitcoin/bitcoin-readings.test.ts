import { asAddress, asUnits, nativeAddress } from '@interline/kernel';
import { type BitcoinNode, feeRate } from '@interline/adapters/custody/bitcoin';
import { expect } from 'chai';
import { withBitcoind } from '../../support/with-bitcoind.ts';
import { bitcoin, type CustodyScene, custodyScene, watchedOf } from './custody-scene.ts';

const { signal } = new AbortController();

describe('what custody says of a bitcoin float', () => {
  const node = withBitcoind();
  let scene: CustodyScene;

  beforeEach(() => {
    scene = custodyScene(node());
  });

  afterEach(() => scene.close());

  const book = () => ({ chain: bitcoin, account: scene.account, token: nativeAddress });
  const held = async (custody = scene.custody): Promise<bigint | undefined> => {
    const [reading] = await custody.balances(bitcoin, [book()], signal);
    return reading?.units;
  };
  const paid = async (to: string, units: bigint, slot: number) => {
    const signed = await scene.batch([await scene.payout(asAddress(to), units)], slot);
    await scene.send(signed);
    await node().mine();
    return signed;
  };
  const outcomeOf = (
    to: string,
    units: bigint,
    { custody }: Pick<CustodyScene, 'custody'> = scene,
  ) =>
    custody.prepare(
      {
        kind: 'payout',
        chain: bitcoin,
        token: nativeAddress,
        role: 'float',
        to: asAddress(to),
        units: asUnits(units),
        purpose: 'payout',
      },
      signal,
    );

  it('has one account, which is both roles, sends batches and runs no code', async () => {
    const { custody, account } = scene;

    expect(custody.roles(bitcoin)).to.deep.equal(['float']);
    expect(custody.account(bitcoin, 'spender')).to.equal(account);
    expect(custody.roleOf(account)).to.equal('float');
    expect(custody.roleOf(custody.fundingAddress(bitcoin))).to.equal('float');
    expect(custody.roleOf(scene.stranger())).to.equal(null);
    expect(custody.mergesTransactions(bitcoin, 'float')).to.equal(true);
    expect(await custody.prepareAccount(bitcoin, 'float', signal)).to.equal(null);
    expect(await custody.hasCode(bitcoin, account, signal)).to.equal(false);
    expect(custody.fundingAddress(bitcoin))
      .to.match(/^bcrt1p/)
      .and.not.equal(account);
  });

  it('refuses a payout below what nodes relay, and takes one of exactly that', async () => {
    await scene.fund(100_000n);
    const [taproot, segwit] = [
      scene.stranger(),
      String(await node().rpc('getnewaddress', ['', 'bech32'])),
    ];

    const [dust, least] = [await outcomeOf(taproot, 329n), await outcomeOf(taproot, 330n)];

    expect(dust).to.deep.include({ ok: false, code: 'SIMULATION_FAILED' });
    expect(!dust.ok && dust.reason).to.include('no output below 330 sats');
    expect(least.ok).to.equal(true);
    expect((await outcomeOf(segwit, 293n)).ok).to.equal(false);
    expect((await outcomeOf(segwit, 294n)).ok).to.equal(true);
  });

  it('shows what part of a cost is for the coins after the first: a payer who is sent back parts pays for them once', async () => {
    for (let parts = 0; parts < 3; parts++) await scene.fund(100_000n);
    const to = String(await node().rpc('getnewaddress', ['', 'bech32']));
    const costsOf = async (units: bigint) => {
      const outcome = await outcomeOf(to, units);
      const [one] = outcome.ok ? outcome.value : [];
      return { all: one?.nextBlockCost, forCoins: one?.coinsCost };
    };

    expect(await costsOf(90_000n)).to.deep.equal({ all: 284n, forCoins: 0n });
    expect(await costsOf(290_000n)).to.deep.equal({ all: 514n, forCoins: 230n });
  });

  it('refuses an address of another network, an invalid one, and its own', async () => {
    await scene.fund(100_000n);
    const wrong = [
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
      'not-an-address',
      scene.account,
      scene.custody.fundingAddress(bitcoin),
    ];

    for (const one of wrong)
      expect(await outcomeOf(one, 10_000n), one).to.deep.include({
        ok: false,
        code: 'SIMULATION_FAILED',
      });
  });

  it('refuses more than it holds with its fee, also while it holds nothing', async () => {
    const empty = await outcomeOf(scene.stranger(), 10_000n);
    await scene.fund(100_000n);

    const [all, most] = [
      await outcomeOf(scene.stranger(), 100_000n),
      await outcomeOf(scene.stranger(), 99_000n),
    ];

    expect(empty).to.deep.include({ ok: false, code: 'INSUFFICIENT_FLOAT' });
    expect(all).to.deep.include({ ok: false, code: 'INSUFFICIENT_FLOAT' });
    expect(most.ok).to.equal(true);
  });

  it('prepares a payout with what it sends, where it goes and the most that it costs by itself', async () => {
    await scene.fund(100_000n);
    const to = scene.stranger();

    const prepared = await scene.payout(to, 20_000n);

    expect(prepared).to.deep.include({
      purpose: 'payout',
      chain: bitcoin,
      role: 'float',
      account: scene.account,
      slotsTaken: 0,
      expects: { token: 'native', from: scene.account, to, units: 20_000n },
      // A taproot input and two taproot outputs at 2 sats per vbyte.
      tx: { to, value: 20_000n, gasLimit: 154n, maxFeeRate: 2n, tip: 0n },
    });
  });

  it('refuses payouts while inclusion costs more than the cap, and still sends what was taken', async () => {
    let estimate = feeRate(5_000n);
    const moody = custodyScene(
      node(),
      { fees: scene.rates(2_000n, 5_000n) },
      (core): readonly BitcoinNode[] => [{ ...core, feeEstimate: async () => estimate }],
    );
    await moody.fund(100_000n);
    const taken = await moody.payout(moody.stranger(), 20_000n);
    const signed = await moody.batch([taken], 0);

    estimate = feeRate(5_001n);
    const later = moody.restarted();
    const refused = await outcomeOf(moody.stranger(), 20_000n, { custody: later });
    const still = await later.prepareMerged(bitcoin, 'float', [[taken.tx]], signal);
    const bump = await later.bump(signed, null, signal);
    await moody.close();

    expect(refused).to.deep.include({ ok: false, code: 'GAS_CEILING' });
    expect(still.failed).to.deep.equal([]);
    expect(bump).to.deep.equal({ kind: 'capped', offered: 5n, needed: 6n, feeRateCap: 5n });
  });

  it('offers no higher fee for what already meets the market', async () => {
    const calm = custodyScene(node(), {}, (core): readonly BitcoinNode[] => [
      { ...core, feeEstimate: async () => feeRate(3_000n) },
    ]);
    await calm.fund(100_000n);
    const signed = await calm.batch([await calm.payout(calm.stranger(), 20_000n)], 0);

    const bump = await calm.custody.bump(signed, null, signal);
    await calm.close();

    expect(bump).to.deep.equal({ kind: 'enough', feeRateCap: 100n });
  });

  it('pays, and offers what nodes relay at least, while they estimate nothing', async () => {
    let least = feeRate(1_000n);
    const mute = custodyScene(node(), {}, (core): readonly BitcoinNode[] => [
      {
        ...core,
        feeEstimate: () => Promise.reject(new Error('503')),
        relayRates: async () => ({ minimum: least, incremental: feeRate(1_000n) }),
      },
    ]);
    await mute.fund(100_000n);
    const signed = await mute.batch([await mute.payout(mute.stranger(), 20_000n)], 0);

    least = feeRate(9_000n);
    const bump = await mute.restarted().bump(signed, null, signal);
    await mute.close();

    // Without an estimate a payout is outbid by an eighth, which no node relays now.
    if (bump.kind !== 'dearer') expect.fail(bump.kind);
    expect(bump.tx).to.deep.include({ gasLimit: 154n, fee: 1_386n });
  });

  it('never spends, counts or follows what strangers pay to the address of its spine', async () => {
    await scene.fund(100_000n);
    await paid(scene.stranger(), 20_000n, 0);
    const before = await held();
    await node().pay(scene.account, 70_000n);
    await node().mine();

    const after = await held();
    const second = await paid(scene.stranger(), 30_000n, 1);

    expect(after).to.equal(before);
    expect(scene.bitcoinFields(second).inputs).to.have.length(1);
    expect(await scene.custody.slotsTaken(bitcoin, scene.account, signal)).to.equal(2);
  });

  it('tells a store that is older than the chain what each slot did, even after a restart', async () => {
    await scene.fund(100_000n, 50_000n);
    const [one, two] = [scene.stranger(), scene.stranger()];
    const first = await paid(one, 20_000n, 0);
    const second = await paid(two, 95_000n, 1);
    const restarted = scene.restarted();

    const history = await restarted.accountHistory(
      bitcoin,
      { account: scene.account, slots: [0, 1, 2], freeAt: null },
      signal,
    );
    const [, found] = history.transactions;
    const watched = watchedOf([second]);
    const consumer = await restarted.consumerOf(watched, { freeAt: null, takenAt: null }, signal);
    const free = await restarted.consumerOf(
      { ...watched, transaction: { ...watched.transaction, slot: 2 } },
      { freeAt: null, takenAt: null },
      signal,
    );

    expect(history.transactions.map(({ hash }) => hash)).to.deep.equal([first.hash, second.hash]);
    expect(history.unseen).to.deep.equal({ slot: 2, reason: 'not-in-range' });
    expect(found).to.deep.include({ slot: 1, isSuccess: true, groups: 1 });
    expect(found?.gasCost).to.equal(scene.bitcoinFields(second).fee);
    expect(found?.calls).to.deep.equal([
      {
        to: two,
        data: '0x',
        value: 95_000n,
        group: 0,
        isSuccess: true,
        does: { kind: 'payment', token: 'native', to: two, units: 95_000n },
      },
    ]);
    expect(found?.form?.raw).to.equal(second.raw);
    expect(found?.form?.tx).to.deep.equal(second.tx);
    expect(consumer).to.deep.include({ kind: 'found', hash: second.hash });
    expect(free).to.deep.include({ kind: 'unseen', reason: 'not-in-range' });
  });

  it('reads only the news of a long chain, and all of it again after a reorg that went as deep', async () => {
    const from: number[] = [];
    const long = custodyScene(node(), {}, (core): readonly BitcoinNode[] => [
      {
        ...core,
        paying(ours, height, within) {
          from.push(height);
          return core.paying(ours, height, within);
        },
      },
    ]);
    await long.fund(100_000n);
    const first = await long.batch([await long.payout(long.stranger(), 20_000n)], 0);
    await long.send(first);
    const [block = ''] = await node().mine();
    const mined = Number(await node().rpc('getblockcount'));
    const count = () => long.custody.slotsTaken(bitcoin, long.account, signal);

    await count();
    await node().mine(144);
    await count();
    from.length = 0;
    const second = await long.batch([await long.payout(long.stranger(), 20_000n)], 1);
    await long.send(second);
    await node().mine();
    const both = await count();
    const newsOnly = from.every((height) => height === mined);
    await node().rpc('invalidateblock', [block]);
    await node().rpc('generateblock', [String(await node().rpc('getnewaddress')), []]);
    await node().mine(150);
    // Core takes no transactions back into its mempool out of blocks that deep.
    await long.send(first);
    await long.send(second);
    await node().mine();
    const [again] = (
      await long.custody.observe(bitcoin, [watchedOf([first]), watchedOf([second])], signal)
    ).transactions;
    await long.close();

    expect(both).to.equal(2);
    expect(newsOnly).to.equal(true);
    expect(again?.mined?.hash).to.equal(first.hash);
    expect(again?.mined?.blockHash).not.to.equal(block);
    expect(from.at(-1)).to.equal(0);
  });

  it('counts slots in blocks, and as deep as the confirmations that are configured', async () => {
    await scene.fund(100_000n);
    await paid(scene.stranger(), 20_000n, 0);
    const deep = scene.restarted({ confirmations: 2 });

    const shallow = await deep.slotsConfirmed(bitcoin, scene.account, signal);
    await node().mine();

    expect(shallow).to.equal(0);
    expect(await deep.slotsConfirmed(bitcoin, scene.account, signal)).to.equal(1);
    expect(await scene.custody.slotsConfirmed(bitcoin, scene.account, signal)).to.equal(1);
  });

  it('sees what a stranger paid the float once it is deep enough, and never its own change', async () => {
    await scene.fund(100_000n);
    const own = await paid(scene.stranger(), 20_000n, 0);
    const deep = scene.restarted({ confirmations: 2 });
    const hash = await node().pay(scene.custody.fundingAddress(bitcoin), 12_345n);
    const want = { token: nativeAddress, to: scene.account };

    const unmined = await deep.arrivals(bitcoin, hash, want, signal);
    await node().mine();
    const shallow = await deep.arrivals(bitcoin, hash, want, signal);
    await node().mine();
    const [arrival, ...more] = await deep.arrivals(bitcoin, hash, want, signal);

    expect([unmined, shallow, more]).to.deep.equal([[], [], []]);
    expect(arrival).to.deep.include({ hash, token: 'native', units: 12_345n });
    expect(arrival?.logIndex).to.be.below(0);
    expect(await scene.custody.arrivals(bitcoin, own.hash, want, signal)).to.deep.equal([]);
  });

  it('finds the payments that it made to a recipient since a time', async () => {
    await scene.fund(100_000n);
    const to = scene.stranger();
    const signed = await paid(to, 20_000n, 0);
    const since = (sinceSec: number) =>
      scene.custody.paymentsSince(
        bitcoin,
        // CAST: the port names the coin by the same word as the books.
        { token: nativeAddress as never, from: [scene.account], to, sinceSec },
        signal,
      );

    const [payment, ...more] = (await since(0)) ?? [];

    expect(more).to.deep.equal([]);
    expect(payment).to.deep.include({
      hash: signed.hash,
      units: 20_000n,
      depth: 1,
      isAgreed: true,
    });
    expect(await since(99_999_999_999)).to.deep.equal([]);
  });

  it('shows a mined transaction alike only in the block that holds it', async () => {
    await scene.fund(100_000n);
    const signed = await paid(scene.stranger(), 20_000n, 0);
    const { transactions } = await scene.custody.observe(bitcoin, [watchedOf([signed])], signal);
    const blockHash = transactions[0]?.mined?.blockHash ?? '';

    const shown = await scene.custody.shownAlike(
      bitcoin,
      [{ hash: signed.hash, blockHash }],
      signal,
    );
    const elsewhere = await scene.custody.shownAlike(
      bitcoin,
      [{ hash: signed.hash, blockHash: '0'.repeat(64) }],
      signal,
    );

    expect([...shown]).to.deep.equal([signed.hash]);
    expect([...elsewhere]).to.deep.equal([]);
  });

  it('holds at the newest block, and has no state of an older one', async () => {
    await scene.fund(100_000n);
    const height = Number(await node().rpc('getblockcount'));

    const now = await scene.custody.holdings(bitcoin, [book()], {}, signal);
    const named = await scene.custody.holdings(bitcoin, [book()], { block: height }, signal);
    const older = await scene.custody.holdings(bitcoin, [book()], { block: height - 1 }, signal);

    expect(now).to.deep.include({ readBy: 0, block: height });
    expect(now?.balances[0]?.units).to.equal(100_000n);
    expect(now?.slotsTaken.get(scene.account)).to.equal(0);
    expect(named).to.deep.equal(now);
    expect(older).to.equal(null);
  });

  it('prices virtual bytes for rails, gives the chain time, and has no calls', async () => {
    const { chainReader } = scene.custody;

    expect(await chainReader.gasCost(bitcoin, 154n, signal)).to.equal(308n);
    expect(await chainReader.headTimeMs(bitcoin, signal)).to.be.above(1_600_000_000_000);
    expect(await chainReader.call(bitcoin, scene.account, '0x', signal)).to.equal(null);
    expect(chainReader.isUp(bitcoin)).to.equal(true);
  });

  // The last: a node that has seen so many payments estimates fees from then on.
  it('refuses what takes more small coins than one transaction holds, and says what it can pay', async () => {
    await scene.fund(...Array<bigint>(180).fill(2_000n));

    const refused = await outcomeOf(scene.stranger(), 335_000n);
    const paid = await scene.payout(scene.stranger(), 322_000n);
    const sent = await scene.send(await scene.batch([paid], 0));

    // 172 coins, less 9,987 vbytes at 2 sats each and the dust threshold of the change; 10 sats less
    // where so many payments have let the node estimate a fee of its own.
    expect(refused).to.deep.include({ ok: false, code: 'INSUFFICIENT_FLOAT' });
    expect(refused.ok ? '' : refused.reason).to.match(
      /^our float has its coins in too many parts for a payout of 335000: what one transaction holds of them pays 3236(96|86) now$/,
    );
    expect(sent).to.equal('accepted');
  });
});

import { asUnits, isRelayError, nativeAddress, RelayError } from '@interline/kernel';
import {
  type BitcoinNode,
  bitcoinCustody,
  coreNode,
  feeRate,
  outpointOf,
} from '@interline/adapters/custody/bitcoin';
import type { OutboundHttp } from '@interline/ports';
import { expect } from 'chai';
import { withBitcoind } from '../../support/with-bitcoind.ts';
import { bitcoin, custodyScene, watchedOf } from './custody-scene.ts';

const { signal } = new AbortController();

/** All questions of a node answered by this fault; what it is sent as well. */
function silent(): BitcoinNode {
  const fail = async (): Promise<never> => {
    throw new RelayError(
      'CHAIN_UNREACHABLE',
      { chain: bitcoin },
      'the bitcoin node did not answer',
    );
  };
  return {
    tip: fail,
    blockHash: fail,
    blockTransactions: fail,
    watch: fail,
    firstPaid: fail,
    damagedWallets: fail,
    unspent: fail,
    paying: fail,
    transaction: fail,
    packageFee: fail,
    spendOf: fail,
    feeEstimate: fail,
    relayRates: fail,
    broadcast: async () => ({ kind: 'unknown' }),
  };
}

/** The node as it is with its chain up to that height, and what came after in its mempool. */
function upTo(core: BitcoinNode, late: { readonly at: number | null }): BitcoinNode {
  const tipOf = async (tip: ChainTip): Promise<ChainTip> => {
    if (late.at === null || tip.height <= late.at) return tip;
    const hash = (await core.blockHash(late.at, signal)) ?? expect.fail();
    return { ...tip, height: late.at, hash };
  };
  const placeOf = <T extends { readonly height: number }>(block: T | null): T | null =>
    block !== null && late.at !== null && block.height > late.at ? null : block;
  return {
    ...core,
    tip: async () => tipOf(await core.tip(signal)),
    async paying(ours, from) {
      const { tip, transactions } = await core.paying(ours, from, signal);
      return {
        tip: await tipOf(tip),
        transactions: transactions.map((one) => ({ ...one, block: placeOf(one.block) })),
      };
    },
  };
}

type ChainTip = Awaited<ReturnType<BitcoinNode['tip']>>;

describe('the nodes of a bitcoin float', () => {
  const node = withBitcoind();

  it('end nothing while of two one is silent, and end it once both show the same block', async () => {
    let isSilent = false;
    const scene = custodyScene(node(), {}, (core) => {
      const moody = new Proxy(core, {
        get: (real, name) => Reflect.get(isSilent ? silent() : real, name) as unknown,
      });
      return [core, moody];
    });
    await scene.fund(100_000n);
    const signed = await scene.batch([await scene.payout(scene.stranger(), 20_000n)], 0);
    await scene.send(signed);
    await node().mine();

    isSilent = true;
    const alone = await scene.custody
      .observe(bitcoin, [watchedOf([signed])], signal)
      .catch((error: unknown) => error);
    const queue = await scene.custody.queue(bitcoin, scene.account, signal);
    const search = { freeAt: null, takenAt: null };
    const consumer = await scene.custody.consumerOf(watchedOf([signed]), search, signal);
    const book = { chain: bitcoin, account: scene.account, token: nativeAddress };
    const balances = await scene.custody.balances(bitcoin, [book], signal);
    isSilent = false;
    const both = await scene.custody.observe(bitcoin, [watchedOf([signed])], signal);
    const second = await scene.custody.holdings(bitcoin, [book], { otherThan: 0 }, signal);
    await scene.close();

    expect(alone).to.include({ code: 'CHAIN_UNREACHABLE' });
    expect(queue).to.deep.equal({ mined: 1, pending: 1, leastPending: null });
    expect(consumer).to.deep.equal({ kind: 'unseen', reason: 'node-silent', range: null });
    expect(balances).to.have.length(1);
    expect(both.transactions[0]?.mined?.hash).to.equal(signed.hash);
    expect(second?.readBy).to.equal(1);
  });

  it('owe the end of a transaction that only one of them shows, and doubt what took its slot', async () => {
    let lags = false;
    const scene = custodyScene(node(), {}, (core) => [
      core,
      {
        ...core,
        async paying(ours, from, within) {
          const found = await core.paying(ours, from, within);
          const { height } = found.tip;
          const old = found.transactions.filter(({ block }) => block?.height !== height);
          return lags ? { ...found, transactions: old } : found;
        },
      },
    ]);
    await scene.fund(100_000n);
    const signed = await scene.batch([await scene.payout(scene.stranger(), 20_000n)], 0);
    await scene.send(signed);
    await node().mine();

    lags = true;
    const { transactions } = await scene.custody.observe(bitcoin, [watchedOf([signed])], signal);
    const search = { freeAt: null, takenAt: null };
    const consumer = await scene.custody.consumerOf(watchedOf([signed]), search, signal);
    const queue = await scene.custody.queue(bitcoin, scene.account, signal);
    await scene.close();

    expect(transactions[0]).to.deep.include({ mined: null, receiptOwed: signed.hash });
    expect(consumer).to.deep.include({ kind: 'unseen', reason: 'nodes-disagree' });
    expect(queue).to.deep.equal({ mined: 1, pending: 1, leastPending: 0 });
  });

  it('are believed by two of three if the first comes back a block behind, and is stuck there', async () => {
    const late = { at: null as number | null };
    const scene = custodyScene(node(), {}, (core) => [upTo(core, late), core, { ...core }]);
    await scene.fund(100_000n);
    const signed = await scene.batch([await scene.payout(scene.stranger(), 20_000n)], 0);
    await scene.send(signed);
    const { head: before } = await scene.custody.observe(bitcoin, [], signal);
    await node().mine();

    late.at = before;
    const { block, head, transactions } = await scene.custody.observe(
      bitcoin,
      [watchedOf([signed])],
      signal,
    );
    const queue = await scene.custody.queue(bitcoin, scene.account, signal);
    const taken = await scene.custody.slotsTaken(bitcoin, scene.account, signal);
    await scene.close();

    expect([block, head]).to.deep.equal([before + 1, before + 1]);
    expect(transactions[0]).to.deep.include({ isSlotTaken: true, receiptOwed: null });
    expect(transactions[0]?.mined).to.deep.include({ hash: signed.hash, block: before + 1 });
    expect(queue).to.deep.equal({ mined: 1, pending: 1, leastPending: 1 });
    expect(taken).to.equal(1);
  });

  it('are not held up by a third one that hangs if two say the same', async () => {
    let hangs = false;
    let unanswered = 0;
    const scene = custodyScene(node(), {}, (core) => [
      core,
      { ...core },
      new Proxy(core, {
        get: (real, name) => {
          if (!hangs) return Reflect.get(real, name) as unknown;
          unanswered += 1;
          return () => new Promise(() => undefined);
        },
      }),
    ]);
    const { custody } = scene;
    await scene.fund(100_000n);
    const index = await custody.deposits.takeIndex(bitcoin, () => 7, signal);
    const watched = [{ address: custody.deposits.addressOf(bitcoin, index), known: [] }];
    await node().pay(custody.deposits.addressOf(bitcoin, index), 30_000n);

    hangs = true;
    // Twenty are watched ahead, one of which was taken.
    let drawn = index;
    for (let count = 0; count < 20; count += 1)
      drawn = await custody.deposits.takeIndex(bitcoin, () => 8, signal);
    const signed = await scene.batch([await scene.payout(scene.stranger(), 20_000n)], 0);
    await node().rpc('sendrawtransaction', [signed.raw]);
    await node().mine();
    const { transactions } = await custody.observe(bitcoin, [watchedOf([signed])], signal);
    const deposit = await custody.deposits.seenAt(bitcoin, watched, signal);
    const mined = { hash: signed.hash, blockHash: transactions[0]?.mined?.blockHash ?? '' };
    const alike = await custody.shownAlike(bitcoin, [mined], signal);
    await scene.close();

    expect(unanswered).to.be.greaterThan(0);
    expect(transactions[0]?.mined?.hash).to.equal(signed.hash);
    expect(deposit.addresses[0]?.outputs.map(({ confirmations }) => confirmations)).to.deep.equal([
      1,
    ]);
    expect([...alike]).to.deep.equal([signed.hash]);
    expect(drawn).to.equal(8);
  });

  it('show a slot free only up to the block that both of two have, whichever of them is behind', async () => {
    for (const isFirst of [true, false]) {
      const late = { at: null as number | null };
      const scene = custodyScene(node(), {}, (core) =>
        isFirst ? [upTo(core, late), core] : [core, upTo(core, late)],
      );
      await scene.fund(100_000n);
      const signed = await scene.batch([await scene.payout(scene.stranger(), 20_000n)], 0);
      await scene.send(signed);
      const { head: before } = await scene.custody.observe(bitcoin, [], signal);
      await node().mine();

      late.at = before;
      const reading = await scene.custody.observe(bitcoin, [watchedOf([signed])], signal);
      await scene.close();

      expect([reading.block, reading.head]).to.deep.equal([before, before + 1]);
      expect(reading.transactions[0]).to.deep.include({
        mined: null,
        isSlotTaken: true,
        receiptOwed: signed.hash,
      });
    }
  });

  it('give a payout up only if two refuse it: by its coins, or by what inclusion costs', async () => {
    const scene = custodyScene(node(), {}, (core) => [
      {
        ...core,
        async unspent(ours) {
          const found = await core.unspent(ours, signal);
          return { ...found, outputs: [] };
        },
        feeEstimate: async () => feeRate(10_000_000n),
      },
      { ...core, feeEstimate: async () => feeRate(3_000n) },
    ]);
    await scene.fund(100_000n);
    const payout = {
      kind: 'payout',
      chain: bitcoin,
      token: nativeAddress,
      role: 'float',
      to: scene.stranger(),
      units: asUnits(20_000n),
      purpose: 'payout',
    } as const;
    const ask = (confirmsRefusal: boolean) =>
      scene.custody.prepare(payout, signal, { confirmsRefusal });

    const [alone, confirmed] = [await ask(false), await ask(true)];
    const [more, tooMuch] = [
      await scene.custody.prepare({ ...payout, units: asUnits(100_000n) }, signal, {
        confirmsRefusal: true,
      }),
      await bitcoinCustody({
        ...scene.settings,
        nodes: scene.settings.nodes.map((one) => ({
          ...one,
          feeEstimate: async () => feeRate(10_000_000n),
        })),
      }).prepare(payout, signal, { confirmsRefusal: true }),
    ];
    await scene.close();

    expect(alone).to.deep.include({ ok: false, code: 'INSUFFICIENT_FLOAT' });
    expect(confirmed).to.deep.include({ ok: true });
    expect(more).to.deep.include({ ok: false, code: 'INSUFFICIENT_FLOAT' });
    expect(tooMuch).to.deep.include({ ok: false, code: 'GAS_CEILING' });
  });

  it('are refused if they serve another network than the one that is configured', async () => {
    const scene = custodyScene(node(), { network: 'testnet' });

    const outcome = await scene.custody.start(signal).catch((error: unknown) => error);
    await scene.close();

    expect(outcome).to.include({ code: 'CHAIN_UNREACHABLE' });
    expect(outcome instanceof Error && outcome.message).to.include('does not serve testnet');
    expect(scene.log.lines.map(({ event }) => event)).to.deep.equal(['wrong-network']);
  });

  it('put no text, URL, password or bytes of theirs into an error or a log', async () => {
    const secret = 'hunter2-the-secret';
    const raw = `${'02'.repeat(60)}`;
    const replies: readonly (() => string)[] = [
      () => {
        throw new Error(`connect to http://alice:${secret}@node failed`);
      },
      () => `<html>${secret}</html>`,
      () => JSON.stringify({ result: { blocks: secret } }),
      () => JSON.stringify({ error: { code: -26, message: secret } }),
      () => JSON.stringify({ error: { code: -5, message: secret } }),
      () => JSON.stringify({ result: raw }),
      () => JSON.stringify([{ id: 0, result: secret }]),
      () => 'null',
    ];
    for (const reply of replies) {
      const http: OutboundHttp = {
        request: async () => ({ status: 200, headers: {}, body: reply() }),
      };
      const core = coreNode({
        chain: bitcoin,
        network: 'regtest',
        http,
        url: `http://node.example/${secret}`,
        user: 'alice',
        password: secret,
        wallet: 'watch',
      });
      // Past the check of the network, so that every reading meets the reply.
      const genesis = '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206';
      const checked = {
        ...core,
        blockHash: async () => genesis,
        watch: async () => undefined,
      };
      const scene = custodyScene(node(), {}, () => [checked]);
      const { custody, account } = scene;
      const book = { chain: bitcoin, account, token: nativeAddress };
      const payout = {
        kind: 'payout',
        chain: bitcoin,
        token: nativeAddress,
        role: 'float',
        to: scene.stranger(),
        units: asUnits(10_000n),
        purpose: 'payout',
      } as const;

      const faults = await Promise.all(
        [
          () => custody.prepare(payout, signal),
          () => custody.observe(bitcoin, [], signal),
          () => custody.balances(bitcoin, [book], signal),
          () => custody.queue(bitcoin, account, signal),
          () => custody.slotsTaken(bitcoin, account, signal),
          () =>
            custody.arrivals(
              bitcoin,
              'ab'.repeat(32),
              { token: nativeAddress, to: account },
              signal,
            ),
          () => core.watch([account], null, signal),
          () => core.spendOf(outpointOf('ab'.repeat(32), 0), signal),
          () => core.unspent([account], signal),
        ].map(async (ask) => ask().catch((error: unknown) => error)),
      );
      const sent = await core.broadcast(raw, signal);

      for (const fault of faults.filter((one) => one instanceof Error)) {
        expect(isRelayError(fault) && fault.code, String(fault)).to.equal('CHAIN_UNREACHABLE');
        expect(`${fault.message} ${String(fault.cause)}`).not.to.include(secret);
      }
      expect(faults.filter((one) => one instanceof Error).length).to.be.at.least(6);
      expect(JSON.stringify([scene.log.lines, sent])).not.to.include(secret);
      await scene.close();
    }
  });

  it('are asked in turn, one that has just failed last', async () => {
    let isDown = false;
    let askedInVain = 0;
    const scene = custodyScene(node(), {}, (core) => [
      {
        ...core,
        async unspent(...asked) {
          if (!isDown) return core.unspent(...asked);
          askedInVain += 1;
          return silent().unspent(...asked);
        },
      },
      core,
    ]);
    await scene.fund(100_000n);
    isDown = true;
    const book = { chain: bitcoin, account: scene.account, token: nativeAddress };
    const counts: number[] = [];

    for (let times = 0; times < 3; times += 1) {
      const [held] = await scene.custody.balances(bitcoin, [book], signal);
      expect(held?.units).to.equal(100_000n);
      counts.push(askedInVain);
    }
    await scene.close();

    expect(counts).to.deep.equal([1, 1, 1]);
  });

  it('refuse only bytes that are invalid by themselves: all else may still be mined', async () => {
    const scene = custodyScene(node());
    await scene.fund(100_000n);
    const signed = await scene.batch([await scene.payout(scene.stranger(), 20_000n)], 0);
    const bytes = Buffer.from(signed.raw ?? '', 'hex');
    // A bit of the signature, which ends before the lock time's four bytes.
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 10) ^ 1, bytes.length - 10);
    const forged = { ...signed, raw: bytes.toString('hex') };

    const outcomes = await scene.custody.broadcast([forged, signed, signed]);
    let nowMs = 1_000;
    const clock = { ...scene.settings.clock, monotonic: () => nowMs };
    const gone = bitcoinCustody({ ...scene.settings, clock, nodes: [silent()] });
    const unheard = await gone.broadcast([signed]);
    await gone.start(signal).catch(() => undefined);
    const isUpAt = [0, 30_000, 30_001].map((laterMs) => {
      nowMs = 1_000 + laterMs;
      return gone.chainReader.isUp(bitcoin);
    });
    await scene.close();

    expect(outcomes).to.deep.equal(['refused', 'accepted', 'accepted']);
    expect(unheard).to.deep.equal(['unknown']);
    // A failed reading counts for half a minute, while no other follows it.
    expect(isUpAt).to.deep.equal([false, false, true]);
  });
});

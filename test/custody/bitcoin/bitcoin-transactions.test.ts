import {
  batchPayouts,
  bumpedFeeRate,
  feeRate,
  feesOf,
  outpointOf,
  payForParent,
  replaceTransaction,
  selectCoins,
  type Selection,
  signTransaction,
  type OwnCoin,
} from '@interline/adapters/custody/bitcoin';
import { expect } from 'chai';
import { withBitcoind } from '../../support/with-bitcoind.ts';
import { type FloatScene, floatScene } from './float-scene.ts';

const rate = feeRate(2_000n);
const { signal } = new AbortController();

describe('a bitcoin transaction of ours on a real node', () => {
  const bitcoin = withBitcoind();
  let scene: FloatScene;

  beforeEach(() => {
    scene = floatScene(bitcoin());
  });

  afterEach(() => scene.close());

  function chosen(outcome: ReturnType<typeof selectCoins<OwnCoin>>): Selection<OwnCoin> {
    if (!outcome.ok) throw new Error(`no coins: ${outcome.reason}`);
    return outcome.value;
  }

  const payout = (coins: readonly OwnCoin[], units: bigint) =>
    signTransaction(
      scene.account,
      chosen(
        selectCoins({
          coins,
          targets: [{ script: scene.account.address('deposit', 9).script, units }],
          rate,
          changeScript: scene.account.address('change', 0).script,
        }),
      ),
    );

  it('spends taproot and segwit coins, is as large as estimated, and is mined', async () => {
    const coins = [await scene.fund(0, 30_000n), await scene.fund(1, 40_000n, 'p2wpkh')];
    const selection = chosen(
      selectCoins({
        coins,
        targets: [{ script: scene.account.address('deposit', 0).script, units: 60_000n }],
        rate,
        changeScript: scene.account.address('change', 0).script,
      }),
    );

    const signed = signTransaction(scene.account, selection);
    const sent = await scene.node.broadcast(signed.raw, signal);
    const waiting = await scene.node.transaction(signed.txid, signal);
    const [hash] = await bitcoin().mine();
    const again = await scene.node.broadcast(signed.raw, signal);
    const mined = await scene.node.transaction(signed.txid, signal);

    expect(selection.inputs.map(({ kind }) => kind)).to.have.members(['p2tr', 'p2wpkh']);
    expect(selection.vsize - signed.vsize).to.be.within(0, 1);
    expect(sent).to.deep.equal({ kind: 'accepted' });
    expect(waiting).to.deep.equal({ state: 'mempool', raw: signed.raw, signalsReplacement: true });
    expect(mined.state === 'confirmed' && mined.block.hash).to.equal(hash);
    expect(again).to.deep.equal({ kind: 'already-known' });
  });

  it('is replaced at a higher fee, and only one of the two confirms', async () => {
    const coin = await scene.fund(0, 100_000n);
    const first = payout([coin], 20_000n);
    await scene.node.broadcast(first.raw, signal);
    const { incremental } = await scene.node.relayRates(signal);
    const raised = bumpedFeeRate(rate, null, feeRate(50_000n));
    if (raised === null) throw new Error('the cap is far away');

    const second = signTransaction(
      scene.account,
      chosen(
        replaceTransaction({
          replaced: first,
          form: 'same',
          rate: raised.rate,
          incrementalRate: incremental,
          changeScript: scene.account.address('change', 0).script,
          coins: [],
        }),
      ),
    );
    const sent = await scene.node.broadcast(second.raw, signal);
    const oldAgain = await scene.node.broadcast(first.raw, signal);
    const spender = await scene.node.spendOf(first.slot, signal);
    const [hash] = await bitcoin().mine();

    expect(second.slot).to.equal(first.slot);
    expect(second.targets).to.deep.equal(first.targets);
    expect(sent).to.deep.equal({ kind: 'accepted' });
    expect(oldAgain).to.deep.equal({ kind: 'refused', reason: 'conflict' });
    expect(spender).to.deep.equal({ state: 'spent', by: { txid: second.txid, block: null } });
    expect(await scene.node.transaction(first.txid, signal)).to.deep.equal({ state: 'unknown' });
    const mined = await scene.node.spendOf(first.slot, signal);
    expect(mined.state === 'spent' && mined.by?.block?.hash).to.equal(hash);
  });

  it('gives its slot up by a no-op that pays only ourselves', async () => {
    const first = payout([await scene.fund(0, 100_000n)], 20_000n);
    await scene.node.broadcast(first.raw, signal);

    const noop = signTransaction(
      scene.account,
      chosen(
        replaceTransaction({
          replaced: first,
          form: 'no-op',
          rate: feeRate(4_000n),
          incrementalRate: feeRate(1_000n),
          changeScript: scene.account.address('change', 1).script,
          coins: [],
        }),
      ),
    );

    expect(await scene.node.broadcast(noop.raw, signal)).to.deep.equal({ kind: 'accepted' });
    expect(noop.targets).to.deep.equal([]);
    expect(noop.change?.units).to.equal(100_000n - noop.feeUnits);
  });

  it('is paid for by a child that spends its change', async () => {
    const parent = payout([await scene.fund(0, 100_000n)], 20_000n);
    await scene.node.broadcast(parent.raw, signal);
    const changePath = scene.account.address('change', 0).path;

    const child = signTransaction(
      scene.account,
      chosen(
        payForParent(
          { transaction: parent, changePath },
          feeRate(10_000n),
          scene.account.address('change', 1).script,
        ),
      ),
    );
    const sent = await scene.node.broadcast(child.raw, signal);
    await bitcoin().mine();

    expect(sent).to.deep.equal({ kind: 'accepted' });
    expect(parent.feeUnits + child.feeUnits >= 10n * BigInt(parent.vsize + child.vsize)).to.equal(
      true,
    );
    expect((await scene.node.transaction(child.txid, signal)).state).to.equal('confirmed');
  });

  it('goes back to the mempool when a reorg takes its block', async () => {
    const signed = payout([await scene.fund(0, 100_000n)], 20_000n);
    await scene.node.broadcast(signed.raw, signal);
    const [hash] = await bitcoin().mine();
    const before = await scene.node.tip(signal);

    await bitcoin().rpc('invalidateblock', [hash]);

    expect(before.hash).to.equal(hash);
    expect((await scene.node.tip(signal)).height).to.equal(before.height - 1);
    expect((await scene.node.transaction(signed.txid, signal)).state).to.equal('mempool');
    expect(await scene.node.spendOf(outpointOf(signed.txid, 0), signal)).to.deep.equal({
      state: 'unspent',
    });
  });

  it('pays 1,000 recipients out of 50 coins without a conflict, to the satoshi', async () => {
    const own = Array.from({ length: 50 }, (_, index) => scene.account.address('receive', index));
    await scene.node.watch(
      own.map(({ address }) => address),
      null,
      signal,
    );
    for (const { address } of own) await bitcoin().pay(address, 1_000_000n);
    await bitcoin().mine();
    const { outputs } = await scene.node.unspent(
      own.map(({ address }) => address),
      signal,
    );
    const coins = outputs.map((output): OwnCoin => {
      const path = own.find(({ address }) => address === output.address)?.path ?? '';
      return { ...output, kind: 'p2tr', path, isChangeOfReplaceable: false };
    });
    const targets = Array.from({ length: 1_000 }, (_, index) => ({
      script: scene.account.address('deposit', index).script,
      units: 10_000n + BigInt(index),
    }));

    const { batches, waiting } = batchPayouts({
      coins,
      targets,
      rate,
      changeScriptOf: (batch) => scene.account.address('change', batch).script,
    });
    const signed = batches.map((batch) => signTransaction(scene.account, batch));
    for (const { raw } of signed)
      expect(await scene.node.broadcast(raw, signal)).to.deep.equal({ kind: 'accepted' });
    const [hash = ''] = await bitcoin().mine();

    expect([coins.length, waiting.length]).to.deep.equal([50, 0]);
    const inputs = signed.flatMap((one) => one.inputs.map(({ outpoint }) => outpoint));
    expect(new Set(inputs).size).to.equal(inputs.length);
    const mined = await scene.node.blockTransactions(hash, signal);
    expect(mined).to.include.members(signed.map(({ txid }) => txid));
    expect(signed.flatMap((one) => one.targets)).to.deep.equal(targets);
    const fees = signed.flatMap(feesOf);
    const kept = signed.reduce((sum, { change }) => sum + (change?.units ?? 0n), 0n);
    const sum = (parts: readonly bigint[]): bigint => parts.reduce((all, one) => all + one, 0n);
    expect(fees.length).to.equal(1_000);
    // 1,000 payouts of 10,000 sats and 0 to 999 on top.
    expect(kept + sum(fees) + 10_499_500n).to.equal(BigInt(inputs.length) * 1_000_000n);
  });
});

import {
  feeRate,
  outpointOf,
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
});

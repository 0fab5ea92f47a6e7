import { type BitcoinNode, feeRate } from '@interline/adapters/custody/bitcoin';
import { asAddress, type SignedTransaction } from '@interline/kernel';
import { expect } from 'chai';
import { withBitcoind } from '../../support/with-bitcoind.ts';
import { type CustodyScene, custodyScene } from './custody-scene.ts';

const { signal } = new AbortController();

/**
 * A recipient can spend the payout before it is mined. A replacement must pay for what it throws
 * out of the mempool with it, so a large child of little worth would keep ours from being replaced.
 */
describe('a payout that its recipient spends before it is mined', () => {
  const node = withBitcoind();
  let estimate = feeRate(2_000n);
  let scene: CustodyScene;

  beforeEach(() => {
    estimate = feeRate(2_000n);
    const fees = { floor: feeRate(2_000n), cap: feeRate(200_000n) };
    scene = custodyScene(node(), { fees }, (core): readonly BitcoinNode[] => [
      { ...core, feeEstimate: async () => estimate },
    ]);
  });

  afterEach(() => scene.close());

  /** One payout of 2,000,000 sats to a wallet of the node, in the mempool. */
  async function paid(): Promise<SignedTransaction> {
    await scene.fund(100_000_000n);
    const to = asAddress(String(await node().rpc('getnewaddress', ['', 'bech32'])));
    const signed = await scene.batch([await scene.payout(to, 2_000_000n)], 0);
    expect(await scene.send(signed)).to.equal('accepted');
    return signed;
  }

  /** Spends the payout with that fee, to so many outputs; throws where the node refuses it. */
  async function spent(
    payout: SignedTransaction,
    { version, feeSats, outputs }: Record<'version' | 'feeSats' | 'outputs', number>,
  ): Promise<string> {
    const each = Math.floor((2_000_000 - feeSats) / outputs);
    const rest = 2_000_000 - feeSats - each * outputs;
    const paidTo = Array.from({ length: outputs }, (_, index) => ({
      [scene.stranger()]: ((index === 0 ? each + rest : each) / 1e8).toFixed(8),
    }));
    const ofVersion2 = String(
      await node().rpc('createrawtransaction', [[{ txid: payout.hash, vout: 0 }], paidTo]),
    );
    const unsigned = `0${version}${ofVersion2.slice(2)}`;
    // CAST: Core's documented shape.
    const { hex } = (await node().rpc('signrawtransactionwithwallet', [unsigned])) as {
      hex: string;
    };
    return String(await node().rpc('sendrawtransaction', [hex, 0]));
  }

  /** By a process that has read the market anew. */
  const replaced = (last: SignedTransaction): Promise<SignedTransaction> =>
    scene.replaced(last, null, scene.restarted());
  const refusal = (sending: Promise<unknown>): Promise<string> =>
    sending.then(
      () => 'accepted',
      (error: unknown) => String(error),
    );
  const mempool = async () => await node().rpc('getrawmempool');

  it('is held by no child of another version or of more than 1,000 vbytes', async () => {
    const payout = await paid();

    const large = { feeSats: 110_000, outputs: 24 };
    const ofVersion2 = await refusal(spent(payout, { ...large, version: 2 }));
    const ofVersion3 = await refusal(spent(payout, { ...large, version: 3 }));
    const small = await refusal(spent(payout, { version: 3, feeSats: 5_000, outputs: 1 }));

    expect(payout.raw?.slice(0, 8)).to.equal('03000000');
    expect(ofVersion2).to.match(/truc/i);
    expect(ofVersion3).to.match(/truc/i);
    expect(small).to.equal('accepted');
  });

  it('is replaced once its fee pays for the child too, however well its own was', async () => {
    const payout = await paid();
    await spent(payout, { version: 3, feeSats: 20_000, outputs: 1 });
    estimate = feeRate(5_000n);

    const second = await replaced(payout);
    const isTaken = await scene.send(second);
    const waiting = await mempool();

    // 142 vbytes: 284 sats at first. To throw out 20,284 takes as much, and 142 for its own relay.
    expect(scene.bitcoinFields(payout).fee).to.equal(284n);
    expect(scene.bitcoinFields(second).fee).to.equal(20_426n);
    expect(isTaken).to.equal('accepted');
    expect(waiting).to.deep.equal([second.hash]);
  });

  it('is replaced again if a child came before the replacement did, though its fee meets the market', async () => {
    const payout = await paid();
    estimate = feeRate(5_000n);
    const second = await replaced(payout);
    await spent(payout, { version: 3, feeSats: 20_000, outputs: 1 });

    const late = await node().rpc('testmempoolaccept', [[second.raw]]);
    const third = await scene.restarted().bump(second, null, signal);
    const taken = third.kind === 'dearer' ? third.tx : null;

    expect(JSON.stringify(late)).to.include('"allowed":false');
    expect(taken).to.include({ fee: 20_426n });
  });

  it('says what it takes if the cap does not pay for the child', async () => {
    const payout = await paid();
    await spent(payout, { version: 3, feeSats: 40_000, outputs: 1 });
    estimate = feeRate(5_000n);

    const bump = await scene.restarted().bump(payout, null, signal);
    const byOrder = await scene.restarted().bump(payout, 300n, signal);

    // 40,426 sats for 142 vbytes.
    expect(bump).to.deep.equal({ kind: 'capped', offered: 2n, needed: 285n, feeRateCap: 200n });
    expect(byOrder.kind === 'dearer' && byOrder.tx).to.include({ fee: 40_426n });
  });

  it('leaves its place to nothing at all if an operator orders it, child or not', async () => {
    const payout = await paid();
    await spent(payout, { version: 3, feeSats: 20_000, outputs: 1 });

    const signed = await scene.noop(0);

    expect(await scene.send(signed)).to.equal('accepted');
    expect(await mempool()).to.deep.equal([signed.hash]);
  });

  it('is not replaced by a no-op that the cap cannot pay for, as two nodes report', async () => {
    const told = { packageFee: null as bigint | null };
    const lied = custodyScene(node(), {}, (core): readonly BitcoinNode[] => [
      core,
      ...[1, 2].map((): BitcoinNode => ({
        ...core,
        packageFee: async (...asked) => told.packageFee ?? core.packageFee(...asked),
      })),
    ]);
    await lied.fund(100_000_000n);
    const payout = await lied.batch([await lied.payout(lied.stranger(), 2_000_000n)], 0);
    await lied.send(payout);

    told.packageFee = 99_000_000n;
    const noop = await lied.custody.prepare(
      { kind: 'noop', chain: payout.chain, role: 'float' },
      signal,
    );
    await lied.close();

    expect(noop).to.deep.include({ ok: false, code: 'GAS_CEILING' });
    expect(await mempool()).to.deep.equal([payout.hash]);
  });
});

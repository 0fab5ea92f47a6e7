import { type BitcoinNode, outpointOf } from '@interline/adapters/custody/bitcoin';
import type { RegtestNode } from '@interline/devnet';
import { expect } from 'chai';
import { type BitcoinPayer, bitcoinPayer } from './bitcoin-payer.ts';

const { signal } = new AbortController();
const absent = '77'.repeat(32);

/** What every adapter of `BitcoinNode` answers, on the regtest node that the caller has started. */
export function bitcoinNodeContract(bitcoin: () => RegtestNode, adapter: () => BitcoinNode): void {
  let node: BitcoinNode;
  let payer: BitcoinPayer;

  beforeEach(() => {
    node = adapter();
    payer = bitcoinPayer(bitcoin());
  });

  async function watched(): Promise<string> {
    const address = await payer.address();
    await node.watch([address], null, signal);
    return address;
  }

  async function sent(raw: string): Promise<string> {
    expect(await node.broadcast(raw, signal)).to.deep.equal({ kind: 'accepted' });
    return String(await bitcoin().rpc('decoderawtransaction', [raw]).then(idIn));
  }

  it('gives the tip, the block at each height and none above the tip', async () => {
    const [hash = ''] = await bitcoin().mine();
    // CAST: Core's documented shape.
    const real = (await bitcoin().rpc('getblock', [hash])) as {
      height: number;
      mediantime: number;
      tx: string[];
    };

    const tip = await node.tip(signal);

    expect(tip).to.deep.equal({
      height: real.height,
      hash,
      medianTimeSec: real.mediantime,
    });
    expect(await node.blockHash(real.height, signal)).to.equal(hash);
    expect(await node.blockHash(real.height + 1, signal)).to.equal(null);
    expect(await node.blockTransactions(hash, signal)).to.deep.equal(real.tx);
    expect(await node.blockTransactions(absent, signal)).to.equal(null);
  });

  it('sees a payment to a watched address in the mempool, then with its confirmations', async () => {
    const [address, other] = [await watched(), await watched()];
    const txid = await bitcoin().pay(address, 30_000n);

    const waiting = await node.unspent([address, other], signal);
    const [hash = ''] = await bitcoin().mine(3);
    const mined = await node.unspent([address, other], signal);

    expect(waiting.outputs.map(({ outpoint }) => outpoint.slice(0, 64))).to.deep.equal([txid]);
    expect(waiting.outputs[0]).to.include({
      address,
      units: 30_000n,
      confirmations: 0,
      parentReplaceable: true,
    });
    expect(mined.outputs.map((one) => ({ blockHash: hash, ...one }))).to.deep.equal([
      { ...waiting.outputs[0], blockHash: hash, confirmations: 3, parentReplaceable: false },
    ]);
    expect(mined.tip.height).to.equal(waiting.tip.height + 3);
  });

  it('distinguishes an unconfirmed payment that does not signal replacement from one that does', async () => {
    const [final, replaceable] = [await watched(), await watched()];
    const coins = [await payer.coin(100_000n), await payer.coin(100_000n)] as const;
    const finalSequence = { to: final, units: 90_000n, sequence: 0xffff_fffe };
    const signalled = { to: replaceable, units: 90_000n, sequence: 0xffff_fffd };
    await sent(await payer.spend(coins[0], finalSequence));
    await sent(await payer.spend(coins[1], signalled));

    const { outputs } = await node.unspent([final, replaceable], signal);

    expect(
      new Map(outputs.map(({ address, parentReplaceable }) => [address, parentReplaceable])),
    ).to.deep.equal(
      new Map([
        [final, false],
        [replaceable, true],
      ]),
    );
  });

  it('leaves out a coin that the mempool spends', async () => {
    const address = await watched();
    const coin = await payer.coin(100_000n);
    const first = await sent(await payer.spend(coin, { to: address, units: 95_000n }));
    const before = await node.unspent([address], signal);
    const child = { txid: first, vout: 0, units: 95_000n };
    await sent(await payer.spend(child, { to: await payer.address(), units: 90_000n }));

    expect(before.outputs).to.have.lengthOf(1);
    expect((await node.unspent([address], signal)).outputs).to.deep.equal([]);
  });

  it('knows a transaction in the mempool, in its block, and not at all', async () => {
    const coin = await payer.coin(100_000n);
    const raw = await payer.spend(coin, { to: await payer.address(), units: 90_000n });

    const txid = await sent(raw);
    const waiting = await node.transaction(txid, signal);
    const [hash] = await bitcoin().mine();
    const { height } = await node.tip(signal);

    expect(waiting).to.deep.equal({ state: 'mempool', raw, signalsReplacement: true });
    expect(await node.transaction(txid, signal)).to.deep.equal({
      state: 'confirmed',
      raw,
      block: { height, hash },
    });
    expect(await node.transaction(absent, signal)).to.deep.equal({ state: 'unknown' });
  });

  it('reports whether an output is spent, by which transaction and in which block', async () => {
    const coin = await payer.coin(100_000n);
    const outpoint = outpointOf(coin.txid, coin.vout);

    const unspent = await node.spendOf(outpoint, signal);
    const txid = await sent(await payer.spend(coin, { to: await payer.address(), units: 90_000n }));
    const waiting = await node.spendOf(outpoint, signal);
    const [hash] = await bitcoin().mine();
    await bitcoin().mine(2);
    const { height } = await node.tip(signal);

    expect(unspent).to.deep.equal({ state: 'unspent' });
    expect(waiting).to.deep.equal({ state: 'spent', by: { txid, block: null } });
    expect(await node.spendOf(outpoint, signal)).to.deep.equal({
      state: 'spent',
      by: { txid, block: { height: height - 2, hash } },
    });
  });

  it('knows no output of an unknown transaction, and none beyond the last of a known one', async () => {
    const { txid } = await payer.coin(100_000n);

    expect(await node.spendOf(outpointOf(absent, 0), signal)).to.deep.equal({ state: 'unknown' });
    expect(await node.spendOf(outpointOf(txid, 9), signal)).to.deep.equal({ state: 'unknown' });
  });

  it('drops a deposit that its payer has replaced', async () => {
    const address = await watched();
    const coin = await payer.coin(100_000n);
    const first = await sent(await payer.spend(coin, { to: address, units: 99_000n }));
    const seen = await node.unspent([address], signal);

    const second = await sent(
      await payer.spend(coin, { to: await payer.address(), units: 90_000n }),
    );

    expect(seen.outputs).to.have.lengthOf(1);
    expect((await node.unspent([address], signal)).outputs).to.deep.equal([]);
    expect(await node.transaction(first, signal)).to.deep.equal({ state: 'unknown' });
    expect(await node.spendOf(outpointOf(coin.txid, coin.vout), signal)).to.deep.equal({
      state: 'spent',
      by: { txid: second, block: null },
    });
  });

  it('follows a reorg that puts a deposit back into the mempool, then one that drops it', async () => {
    const address = await watched();
    const coin = await payer.coin(100_000n);
    const raw = await payer.spend(coin, { to: address, units: 99_000n });
    const txid = await sent(raw);
    const [hash = ''] = await bitcoin().mine();
    const mined = await node.unspent([address], signal);

    await bitcoin().rpc('invalidateblock', [hash]);
    const back = await node.unspent([address], signal);
    const waiting = await node.transaction(txid, signal);
    await sent(await payer.spend(coin, { to: await payer.address(), units: 90_000n }));
    await bitcoin().mine();

    expect(mined.outputs.map(({ confirmations }) => confirmations)).to.deep.equal([1]);
    expect(back.outputs.map(({ confirmations }) => confirmations)).to.deep.equal([0]);
    expect(back.tip.height).to.equal(mined.tip.height - 1);
    expect(waiting).to.deep.equal({ state: 'mempool', raw, signalsReplacement: true });
    expect((await node.unspent([address], signal)).outputs).to.deep.equal([]);
    expect(await node.transaction(txid, signal)).to.deep.equal({ state: 'unknown' });
  });

  it('estimates no fee if there is nothing to estimate from', async () => {
    expect(await node.feeEstimate(6, signal)).to.equal(null);
  });

  it('gives what a waiting transaction and what spends it pay together, and nothing of others', async () => {
    const coin = await payer.coin(50_000n);
    const [first, second] = [await payer.address(), await payer.address()];
    const parent = await sent(await payer.spend(coin, { to: first, units: 49_000n }));
    const alone = await node.packageFee(parent, signal);
    void 0;
    const spent = { txid: parent, vout: 0, units: 49_000n };
    const child = await sent(await payer.spend(spent, { to: second, units: 46_500n }));

    const together = await node.packageFee(parent, signal);
    const ofChild = await node.packageFee(child, signal);
    await bitcoin().mine();

    expect([alone, together, ofChild]).to.deep.equal([1_000n, 3_500n, 2_500n]);
    expect(await node.packageFee(parent, signal)).to.equal(null);
    expect(await node.packageFee(absent, signal)).to.equal(null);
  });

  it('calls a mined transaction already known, and one in the mempool not refused', async () => {
    const coin = await payer.coin(100_000n);
    const raw = await payer.spend(coin, { to: await payer.address(), units: 90_000n });
    await sent(raw);

    const again = await node.broadcast(raw, signal);
    await bitcoin().mine();

    expect(again.kind).to.be.oneOf(['accepted', 'already-known']);
    expect(await node.broadcast(raw, signal)).to.deep.equal({ kind: 'already-known' });
  });

  it('says why the node refuses a transaction', async () => {
    const coin = await payer.coin(100_000n);
    const to = await payer.address();
    const spent = await payer.coin(100_000n);
    await sent(await payer.spend(spent, { to, units: 90_000n }));
    const gone = await payer.spend(spent, { to, units: 80_000n });
    await bitcoin().mine();
    const held = await payer.coin(100_000n);
    await sent(await payer.spend(held, { to, units: 90_000n }));
    const { height } = await node.tip(signal);
    const good = await payer.spend(coin, { to, units: 90_000n });

    const reasonOf = async (raw: string) => {
      const outcome = await node.broadcast(raw, signal);
      return outcome.kind === 'refused' ? outcome.reason : outcome.kind;
    };

    expect(await reasonOf(gone)).to.equal('missing-inputs');
    expect(await reasonOf(await payer.spend(held, { to, units: 89_999n }))).to.equal('conflict');
    expect(await reasonOf(await payer.spend(coin, { to, units: 99_999n }))).to.equal('fee-too-low');
    expect(await reasonOf(await payer.spend(coin, { to, units: 293n }))).to.equal('dust');
    expect(
      await reasonOf(await payer.spend(coin, { to, units: 90_000n, lockTime: height + 1 })),
    ).to.equal('non-final');
    expect(await reasonOf(withBadSignature(good))).to.equal('invalid');
    expect(await reasonOf('00')).to.be.oneOf(['invalid', 'unknown']);
    expect(
      await reasonOf(await payer.spend(coin, { to, units: 90_000n, lockTime: height })),
    ).to.equal('accepted');
  });

  it("sees a block's reward once it can be spent, and not before", async () => {
    const address = await watched();
    await bitcoin().rpc('generatetoaddress', [1, address]);
    await bitcoin().mine(99);
    const immature = await node.unspent([address], signal);
    await bitcoin().mine();
    const { outputs } = await node.unspent([address], signal);

    expect(immature.outputs).to.deep.equal([]);
    expect(outputs.map(({ confirmations }) => confirmations)).to.deep.equal([101]);
  });

  it('finds what spends of an address that strangers flood the mempool of', async () => {
    // Esplora lists 50 that wait, and has no further pages.
    const address = await watched();
    const coin = await payer.coin(50_000n);
    const parent = await sent(await payer.spend(coin, { to: address, units: 40_000n }));
    await bitcoin().mine();
    const { height } = await node.tip(signal);
    const spent = { txid: parent, vout: 0, units: 40_000n };
    const child = await sent(await payer.spend(spent, { to: address, units: 30_000n }));
    for (let dust = 0; dust < 50; dust += 1) await bitcoin().pay(address, 330n);
    const { transactions } = await node.paying([address], height, signal);
    await bitcoin().mine();

    expect(transactions).to.have.lengthOf(52);
    expect(transactions.map(({ txid }) => txid)).to.include.members([parent, child]);
  });

  it('sees all of an address that a stranger floods, less what is spent, and of its neighbours', async () => {
    // Esplora lists 500 of them at most.
    const [address, other] = [await watched(), await watched()];
    const coins = [await payer.coin(1_000_000n), await payer.coin(50_000n)] as const;
    const first = await sent(await payer.spend(coins[1], { to: address, units: 40_000n }));
    const flooding = { to: address, units: 330n, outputs: 500 };
    const flood = await sent(await payer.flood(coins[0], flooding));
    await bitcoin().pay(other, 30_000n);
    const waiting = await node.unspent([address, other], signal);
    await bitcoin().mine(2);
    const child = { txid: first, vout: 0, units: 40_000n };
    await sent(await payer.spend(child, { to: await payer.address(), units: 30_000n }));
    const mined = await node.unspent([address, other], signal);

    expect(waiting.outputs).to.have.lengthOf(502);
    expect(sumOf(waiting)).to.equal(40_000n + 500n * 330n + 30_000n);
    expect(mined.outputs).to.have.lengthOf(501);
    expect(sumOf(mined)).to.equal(500n * 330n + 30_000n);
    expect(new Set(mined.outputs.map(({ confirmations }) => confirmations))).to.deep.equal(
      new Set([2]),
    );
    expect(mined.outputs.map(({ outpoint }) => outpoint)).to.include(outpointOf(flood, 499));
  });
}

function sumOf({ outputs }: Awaited<ReturnType<BitcoinNode['unspent']>>): bigint {
  return outputs.reduce((sum, { units }) => sum + units, 0n);
}

/** A digit of the signed output's amount is another one, so that no signature fits. */
function withBadSignature(raw: string): string {
  const amount = '905f010000000000'; // 90,000 sats, little-endian.
  if (!raw.includes(amount)) throw new Error('the transaction pays no 90,000 sats');
  return raw.replace(amount, '8f5f010000000000');
}

function idIn(decoded: unknown): string {
  return (decoded as { txid: string }).txid; // CAST: Core's documented shape.
}

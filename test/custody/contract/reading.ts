import { asUnits, confirmationsFor } from '@interline/kernel';
import { expect } from 'chai';
import type { Held } from './held.ts';
import { lastOf } from './float.ts';

const { signal } = new AbortController();
const microUsdOf = (usd: string): bigint => BigInt(usd) * 1_000_000n;

/** What custody says of a chain is what its node says. */
export function promisesOfReading(given: () => Held): void {
  it('a reading says how deep a payment is, what it cost and what it delivered', async () => {
    const { scene, float } = given();
    const to = await scene.recipient();
    const one = await float.committed(to, 20_021n);
    const [mined] = await float.settle(one);
    const observed = () => scene.custody.observe(scene.chain, [one], signal);

    const first = await observed();
    await scene.closeBlock();
    const next = await observed();

    expect(first.block - (mined?.block ?? 0) + 1).to.equal(1);
    expect(next.block - (mined?.block ?? 0) + 1).to.equal(2);
    expect(mined).to.deep.include({
      isSuccess: true,
      gasCost: await scene.node.cost(lastOf(one).hash),
    });
    expect(mined?.transfers.map(({ logIndex: _, ...rest }) => rest)).to.deep.equal([
      { token: scene.token, from: float.account, to, units: 20_021n },
    ]);
    expect(await scene.custody.shownAlike(scene.chain, mined ? [mined] : [], signal)).to.deep.equal(
      new Set([lastOf(one).hash]),
    );
  });

  it('how deep a payment must be follows from its value, never less for more', () => {
    const { scene, traits } = given();
    const values = Object.keys(traits.depths);

    const depths = values.map((usd) => confirmationsFor(scene.finality, microUsdOf(usd)));
    const most = confirmationsFor(scene.finality, null);

    expect(depths).to.deep.equal(Object.values(traits.depths));
    expect(depths).to.deep.equal(depths.toSorted((a, b) => a - b));
    expect(most).to.equal(Math.max(...depths));
    expect(scene.finality.finalDepth).to.be.at.least(most);
  });

  it('balances are what the node says', async () => {
    const { scene, float } = given();
    const { chain, token, custody } = scene;
    const book = { chain, account: float.account, token };

    const [held] = await custody.balances(chain, [book], signal);
    const holdings = await custody.holdings(chain, [book], {}, signal);

    expect(held?.units).to.equal(await scene.node.heldByFloat());
    expect(holdings?.balances.map(({ units }) => units)).to.deep.equal([held?.units]);
    expect(holdings?.slotsTaken.get(float.account)).to.equal(await float.nextSlot());
  });

  it('what a stranger pays the float is seen in its block, with its exact units, and is one arrival', async () => {
    const { scene, float } = given();
    const before = await scene.node.heldByFloat();
    const hash = await scene.payFloat(30_003n);
    const want = { token: scene.token, to: float.account };
    const arrivals = () => scene.custody.arrivals(scene.chain, hash, want, signal);

    const waiting = await arrivals();
    await scene.closeBlock();
    const seen = await arrivals();
    await scene.closeBlock();

    expect(waiting).to.deep.equal([]);
    expect(seen.map(({ hash: of, token, units }) => ({ of, token, units }))).to.deep.equal([
      { of: hash, token: scene.token, units: 30_003n },
    ]);
    expect(await arrivals()).to.deep.equal(seen);
    expect(await scene.node.heldByFloat()).to.equal(before + 30_003n);
  });

  it('what the float itself has sent is not an arrival', async () => {
    const { scene, float } = given();
    const one = await float.committed(await scene.recipient(), 20_022n);
    await float.settle(one);
    const want = { token: scene.token, to: float.account };

    const seen = await scene.custody.arrivals(scene.chain, lastOf(one).hash, want, signal);

    expect(seen).to.deep.equal([]);
  });

  it('history finds what the account has sent and a store does not know, by slot and by payee', async () => {
    const { scene, float } = given();
    const { chain, token, custody } = scene;
    const to = await scene.recipient();
    const one = await float.committed(to, 20_023n);
    await float.settle(one);
    const { slot } = one.transaction;
    const next = await float.nextSlot();

    const history = await custody.accountHistory(
      chain,
      { account: float.account, slots: [slot, next], freeAt: null },
      signal,
    );
    // CAST: a token is named by an address, a code with its issuer or `native`, as the core does.
    const search = { token: token as typeof to, from: [float.account], to, sinceSec: 0 };
    const payments = await custody.paymentsSince(chain, search, signal);

    expect(history.transactions.map(({ hash, isSuccess }) => [hash, isSuccess])).to.deep.equal([
      [lastOf(one).hash, true],
    ]);
    const [found] = history.transactions;
    expect(found?.calls.map(({ does }) => does)).to.deep.include({
      kind: 'payment',
      token,
      to,
      units: asUnits(20_023n),
    });
    expect(history.unseen?.slot).to.equal(next);
    expect(payments?.map(({ hash, units }) => [hash, units])).to.deep.equal([
      [lastOf(one).hash, 20_023n],
    ]);
  });
}

import type { StellarCustody } from '@interline/adapters/custody/stellar';
import type { RunningHorizon } from '@interline/devnet/stellar-ledger';
import { asUnits } from '@interline/kernel';
import type { OutboundHttp } from '@interline/ports';
import { expect } from 'chai';
import { signal, stellar, StellarScene } from './stellar-scene.ts';

describe('a float on Stellar that three Horizons show, of which the first is a ledger behind', () => {
  let scene: StellarScene;
  let others: readonly RunningHorizon[];
  let custody: StellarCustody;
  let recipient: string;
  before(async () => {
    scene = await StellarScene.start();
    others = [await scene.ledger.startHorizon(), await scene.ledger.startHorizon()];
    recipient = (await scene.recipient()).publicKey();
  });
  beforeEach(async () => {
    const horizonUrls = [scene.ledger, ...others].map(({ horizonUrl }) => horizonUrl);
    custody = scene.open({ horizonUrls });
    await custody.queue(stellar, scene.float, signal);
  });
  afterEach(() => scene.ledger.fault(null));
  after(() => scene.stop());

  it('never has the slot of its payout free again at a ledger that has the payout', async () => {
    const payout = scene.commit(
      await scene.prepared(scene.payoutTo(recipient, 7n)),
      await scene.nextSlot(),
    );
    const { block: before } = await custody.observe(stellar, [], signal);
    scene.ledger.fault('stale');
    await custody.broadcast([payout.form]);
    const watched = [{ transaction: payout.transaction, forms: [payout.form] }];

    const first = await custody.observe(stellar, watched, signal);
    const second = await custody.observe(stellar, watched, signal);

    expect([first.block, first.head]).to.deep.equal([before, before]);
    expect(first.transactions[0]).to.deep.include({ mined: null, isSlotTaken: false });
    expect(second.block).to.equal(before + 1);
    expect(second.transactions[0]?.mined).to.deep.include({ hash: payout.form.hash });
  });

  it('goes on while the first is stuck', async () => {
    scene.ledger.fault('stale');
    for (let count = 0; count < 3; count += 1) {
      const slot = Math.max(...(await counts()));
      const payout = scene.commit(
        await scene.prepared(scene.payoutTo(recipient, 7n), custody),
        slot,
      );
      await custody.broadcast([payout.form]);
      await counts();

      expect((await scene.seen(payout, { custody })).mined).to.deep.include({ isSuccess: true });
    }
  });

  it('does not wait for one that hangs if two agree', async () => {
    const horizonUrls = [scene.ledger, ...others].map(({ horizonUrl }) => horizonUrl);
    const hanging = { url: null as string | null };
    let unanswered = 0;
    const http: OutboundHttp = {
      ...scene.http,
      request: async (request, until) => {
        if (hanging.url === null || !request.url.startsWith(hanging.url))
          return scene.http.request(request, until);
        unanswered += 1;
        return new Promise(() => undefined);
      },
    };
    custody = scene.open({ horizonUrls, http });
    const slot = Math.max(...(await counts()));
    const gift = scene.payoutTo(recipient, 7n);

    hanging.url = horizonUrls[2] ?? null;
    const payout = scene.commit(await scene.prepared(gift, custody), slot);
    await scene.send(payout);
    const { mined } = await scene.seen(payout, { custody });
    const place = { hash: payout.form.hash, blockHash: mined?.blockHash ?? '' };
    const alike = await custody.shownAlike(stellar, [place], signal);
    const want = { token: scene.usdc, to: scene.float };
    const arrivals = await custody.arrivals(stellar, payout.form.hash, want, signal);
    const tooMuch = { ...gift, units: asUnits(10n ** 15n) };
    const refused = await custody.prepare(tooMuch, signal, { confirmsRefusal: true });

    expect(unanswered).to.be.greaterThan(0);
    expect(mined).to.deep.include({ hash: payout.form.hash, isSuccess: true });
    expect([...alike]).to.deep.equal([payout.form.hash]);
    expect(arrivals).to.deep.equal([]);
    expect(refused).to.deep.include({ ok: false, code: 'INSUFFICIENT_FLOAT' });
  });

  /** By all of them, so that custody has heard of the newest ledger. */
  async function counts(): Promise<readonly number[]> {
    const { mined, pending } = await custody.queue(stellar, scene.float, signal);
    return [mined, pending];
  }
});

import type { StellarCustody } from '@interline/adapters/custody/stellar';
import { type Address, nativeAddress } from '@interline/kernel';
import { expect } from 'chai';
import { alteredBy, signal, stellar, StellarScene } from './stellar-scene.ts';

describe('a Horizon that goes astray once', () => {
  let scene: StellarScene;
  let recipient: string;
  before(async () => {
    scene = await StellarScene.start();
    recipient = (await scene.recipient()).publicKey();
  });
  after(() => scene.stop());

  for (const count of [1, 2])
    it(`with a far ledger, as one of ${count}, has payouts end as before, and is named in the log`, async () => {
      const { custody, lie } = await gullible(count, '/ledgers?order=desc', (body) =>
        body.replace(/"sequence":\d+/, '"sequence":2000000000'),
      );
      await custody.queue(stellar, scene.float, signal);
      const before = scene.log.lines.length;
      lie.isDue = true;
      await custody.observe(stellar, [], signal).catch(() => undefined);

      const payout = await scene.sent(scene.payoutTo(recipient, 7n), await scene.nextSlot());
      const seen = await scene.seen(payout, { custody });

      expect(lie.isDue).to.equal(false);
      expect(seen.mined).to.deep.include({ hash: payout.form.hash, isSuccess: true });
      expect((await balanceOf(custody, scene.float)).block).to.be.lessThan(2_000_000_000);
      const [line] = scene.log.lines.slice(before);
      expect(line).to.deep.include({ level: 'error', event: 'ledger-out-of-line' });
      expect(line?.fields).to.deep.include({ chain: stellar, node: count - 1, ledger: 2e9 });
    });

  it('with a far ledger that comes first gives no balance of a ledger that does not exist', async () => {
    const { custody, lie } = await gullible(1, '/ledgers?order=desc', (body) =>
      body.replace(/"sequence":\d+/, '"sequence":2000000000'),
    );
    lie.isDue = true;
    const first = await balanceOf(custody, scene.float).catch((error: unknown) => error);

    expect(first).to.deep.include({ code: 'CHAIN_UNREACHABLE' });
    expect((await balanceOf(custody, scene.float)).block).to.be.lessThan(2_000_000_000);
  });

  it('with the name of another network is asked again a minute later', async () => {
    let passedMs = 0;
    const { custody, lie } = await gullible(
      1,
      '/',
      (body) => body.replaceAll(scene.ledger.passphrase, 'another network'),
      () => passedMs,
    );
    lie.isDue = true;
    const codes: unknown[] = [];
    for (const ms of [0, 58_000, 60_000]) {
      passedMs = ms;
      codes.push(
        await custody.observe(stellar, [], signal).then(
          () => 'observed',
          ({ code }: { readonly code: unknown }) => code,
        ),
      );
    }

    expect(codes).to.deep.equal(['CHAIN_UNREACHABLE', 'CHAIN_UNREACHABLE', 'observed']);
  });

  /** Custody of so many Horizons, of which the last alters one answer when it is due. */
  async function gullible(
    count: number,
    path: string,
    alter: (body: string) => string,
    passedMs = () => 0,
  ) {
    const urls = [scene.ledger.horizonUrl];
    while (urls.length < count) urls.push((await scene.ledger.startHorizon()).horizonUrl);
    const liar = `${urls.at(-1)}${path}`;
    const lie = { isDue: false };
    const http = alteredBy(scene.http, (url, body) => {
      const isHere = path === '/' ? url === liar : url.startsWith(liar);
      if (!lie.isDue || !isHere) return body;
      lie.isDue = false;
      return alter(body);
    });
    return { custody: scene.open({ horizonUrls: urls, http, passedMs }), lie };
  }
});

async function balanceOf(custody: StellarCustody, account: Address) {
  const book = { chain: stellar, account, token: nativeAddress };
  const [reading] = await custody.balances(stellar, [book], signal);
  return reading ?? expect.fail();
}

import type { StellarCustody } from '@interline/adapters/custody/stellar';
import { asAddress, nativeAddress } from '@interline/kernel';
import type { OutboundHttp } from '@interline/ports';
import { Keypair } from '@stellar/stellar-sdk';
import { expect } from 'chai';
import { type Committed, signal, stellar, StellarScene } from './stellar-scene.ts';

const page = '<html><h1>404 Not Found</h1><hr>nginx</html>';

describe('a Horizon on Stellar whose gateway answers 404 with its own page', () => {
  let scene: StellarScene;
  let recipient: string;
  let payout: Committed;
  before(async () => {
    scene = await StellarScene.start();
    recipient = (await scene.recipient()).publicKey();
    payout = await scene.sent(scene.payoutTo(recipient, 7n), await scene.nextSlot());
  });
  after(() => scene.stop());

  it('does not say that a recipient was never paid, so it is not paid again', async () => {
    const search = {
      token: asAddress(scene.usdc),
      from: [scene.float],
      to: asAddress(recipient),
      sinceSec: 0,
    };

    for (const body of [page, '{"message":"no Route matched with those values"}', '']) {
      const lost = behindGateway(/\/accounts\/[A-Z0-9]+\/transactions/, body);

      expect(await faultOf(lost.paymentsSince(stellar, search, signal))).to.equal(unreachable);
      const { unseen } = await lost.accountHistory(
        stellar,
        { account: scene.float, slots: [payout.transaction.slot], freeAt: null },
        signal,
      );
      expect(unseen).to.deep.include({ reason: 'node-silent' });
    }
    const paid = await scene.custody.paymentsSince(stellar, search, signal);
    expect(paid?.map(({ units, isAgreed }) => [units, isAgreed])).to.deep.equal([[7n, true]]);
  });

  it('does not create an account that exists, or refuse a payment for its trustline', async () => {
    const lost = behindGateway(new RegExp(`/accounts/${recipient}$`));
    const lumens = scene.payoutTo(recipient, 20_000_000n, nativeAddress);

    for (const request of [lumens, scene.payoutTo(recipient, 7n)])
      for (const confirmsRefusal of [false, true])
        expect(await faultOf(lost.prepare(request, signal, { confirmsRefusal }))).to.equal(
          unreachable,
        );
  });

  it('does not empty the float, or take its slots back', async () => {
    const lost = behindGateway(/\/accounts\/[A-Z0-9]+$/);
    const book = { chain: stellar, account: scene.float, token: nativeAddress };

    const faults = await Promise.all(
      [
        lost.balances(stellar, [book], signal),
        lost.holdings(stellar, [book], {}, signal),
        lost.queue(stellar, scene.float, signal),
        lost.prepare(scene.payoutTo(recipient, 7n), signal),
        lost.observe(stellar, [{ transaction: payout.transaction, forms: [payout.form] }], signal),
      ].map(faultOf),
    );

    expect(faults).to.deep.equal(Array(5).fill(unreachable));
  });

  it('is believed if Horizon itself answers 404', async () => {
    const nobody = Keypair.random().publicKey();

    const prepared = await scene.prepared(scene.payoutTo(nobody, 10_000_000n, nativeAddress));

    expect(prepared.tx).to.deep.include({ operation: 'create-account' });
  });

  function behindGateway(path: RegExp, body = page): StellarCustody {
    const http: OutboundHttp = {
      async request(request, until) {
        const isLost = path.test(request.url);
        return isLost ? { status: 404, headers: {}, body } : scene.http.request(request, until);
      },
    };
    return scene.open({ http });
  }
});

const unreachable = 'CHAIN_UNREACHABLE';

async function faultOf(asked: Promise<unknown>): Promise<unknown> {
  return asked.then(
    (value) => value,
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  );
}

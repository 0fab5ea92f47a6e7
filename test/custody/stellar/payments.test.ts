import { nativeAddress } from '@interline/kernel';
import { Account, Asset, Keypair, MuxedAccount, Operation } from '@stellar/stellar-sdk';
import { expect } from 'chai';
import { alteredBy, signal, stellar, StellarScene } from './stellar-scene.ts';

describe('a payment on Stellar', () => {
  let scene: StellarScene;
  before(async () => {
    scene = await StellarScene.start();
  });
  after(() => scene.stop());

  it('pays dollars to the ten-millionth, and costs the float only its fee', async () => {
    const to = (await scene.recipient()).publicKey();
    const [dollars, stroops] = [
      await scene.dollarsOf(scene.float),
      await scene.stroopsOf(scene.float),
    ];

    const { mined } = await pay(scene.payoutTo(to, 5_000_001n));

    expect(mined).to.deep.include({ isSuccess: true, gasUsed: 2n, gasCost: 200n });
    expect(mined?.transfers).to.deep.equal([
      { token: scene.usdc, from: scene.float, to, units: 5_000_001n, logIndex: 0 },
    ]);
    expect(await scene.dollarsOf(to)).to.equal(5_000_001n);
    expect(await scene.dollarsOf(scene.float)).to.equal(dollars - 5_000_001n);
    expect(await scene.stroopsOf(scene.float)).to.equal(stroops - 200n);
  });

  it('pays lumens to the stroop', async () => {
    const to = (await scene.recipient()).publicKey();
    const stroops = await scene.stroopsOf(scene.float);

    await pay(scene.payoutTo(to, 1n, nativeAddress));

    // 10,000 XLM and a fee of its trustline.
    expect(await scene.stroopsOf(to)).to.equal(99_999_999_901n);
    expect(await scene.stroopsOf(scene.float)).to.equal(stroops - 201n);
  });

  it('makes an account of two reserves and of no less', async () => {
    const to = Keypair.random().publicKey();

    const short = await scene.custody.prepare(
      scene.payoutTo(to, 9_999_999n, nativeAddress),
      signal,
    );
    await pay(scene.payoutTo(to, 10_000_000n, nativeAddress));

    expect(short).to.deep.include({ ok: false, code: 'SIMULATION_FAILED' });
    expect(await scene.stroopsOf(to)).to.equal(10_000_000n);
  });

  it('of dollars needs a trustline with room for it', async () => {
    const key = Keypair.random();
    await scene.friendbot(key.publicKey());
    const asset = new Asset(scene.ledger.usdc.code, scene.ledger.usdc.issuer);
    const codes: (string | null)[] = [];
    for (const limit of [null, '0.0000006', '0.0000007']) {
      if (limit !== null) await scene.act(key, Operation.changeTrust({ asset, limit }));
      const outcome = await scene.custody.prepare(scene.payoutTo(key.publicKey(), 7n), signal);
      codes.push(outcome.ok ? null : outcome.code);
    }

    expect(codes).to.deep.equal(['TRUSTLINE_MISSING', 'TRUSTLINE_MISSING', null]);
  });

  it('waits as a balance to claim, which locks half a lumen of the float until it is claimed', async () => {
    const key = Keypair.random();
    await scene.friendbot(key.publicKey());
    const free = await freeLumens();

    const { mined } = await pay({
      ...scene.payoutTo(key.publicKey(), 7n),
      delivery: { claimable: true },
    });

    expect(mined).to.deep.include({ isSuccess: true, gasCost: 200n });
    expect(await freeLumens()).to.equal(free - 5_000_200n);
    const [waiting] = (await scene.server.claimableBalances().claimant(key.publicKey()).call())
      .records;
    expect(waiting?.amount).to.equal('0.0000007');
    const asset = new Asset(scene.ledger.usdc.code, scene.ledger.usdc.issuer);
    const balanceId = waiting?.id ?? expect.fail();
    await scene.act(
      key,
      Operation.changeTrust({ asset }),
      Operation.claimClaimableBalance({ balanceId }),
    );
    expect(await freeLumens()).to.equal(free - 200n);
    expect(await scene.dollarsOf(key.publicKey())).to.equal(7n);
  });

  it('carries a memo if the recipient demands one (SEP-29), and is refused without', async () => {
    const key = await scene.recipient();
    await scene.act(key, Operation.manageData({ name: 'config.memo_required', value: '1' }));
    const request = scene.payoutTo(key.publicKey(), 7n);

    const bare = await scene.custody.prepare(request, signal);
    const { mined } = await pay({
      ...request,
      delivery: { memo: { type: 'id', value: '9007199254740993' } },
    });

    expect(bare).to.deep.include({ ok: false, code: 'MEMO_REQUIRED' });
    const shown = await scene.server
      .transactions()
      .transaction(mined?.hash ?? '')
      .call();
    expect([shown.memo_type, shown.memo]).to.deep.equal(['id', '9007199254740993']);
  });

  it('reaches a number within an account, which is memo enough', async () => {
    const key = await scene.recipient();
    await scene.act(key, Operation.manageData({ name: 'config.memo_required', value: '1' }));
    const muxed = new MuxedAccount(new Account(key.publicKey(), '0'), '77').accountId();

    const { mined } = await pay(scene.payoutTo(muxed, 7n));

    expect(mined?.transfers[0]?.to).to.equal(muxed);
    const [payment] = (
      await scene.server
        .payments()
        .forTransaction(mined?.hash ?? '')
        .call()
    ).records;
    expect(payment).to.deep.include({ to_muxed_id: '77', amount: '0.0000007' });
  });

  it('leaves the reserve, and what is locked, to the stroop', async () => {
    const to = (await scene.recipient()).publicKey();
    const free = await freeLumens();

    const [most, more] = await Promise.all(
      [free - 200n, free - 199n].map(async (units) =>
        scene.custody.prepare(scene.payoutTo(to, units, nativeAddress), signal),
      ),
    );

    expect(more).to.deep.include({ ok: false, code: 'INSUFFICIENT_FLOAT' });
    expect(most?.ok).to.equal(true);
    await pay(scene.payoutTo(to, free - 200n, nativeAddress));
    expect(await freeLumens()).to.equal(0n);
  });

  it('is held by one ledger: accounts that change while they are read are read again', async () => {
    const book = { chain: stellar, account: scene.float, token: scene.usdc };
    const changing = (times: number) => {
      let left = times;
      return scene.open({
        http: alteredBy(scene.http, (url, body) => {
          if (!url.endsWith(`/accounts/${scene.float}`) || !isRead || left === 0) return body;
          left -= 1;
          return body.replace(/"last_modified_ledger":[0-9]+/, '"last_modified_ledger":999999');
        }),
      });
    };
    let isRead = false;
    const reading = async (custody: StellarScene['custody']) => {
      isRead = false;
      await custody.queue(stellar, scene.float, signal);
      isRead = true;
      return custody.holdings(stellar, [book], {}, signal);
    };

    const twice = await reading(changing(2));

    expect(twice?.balances[0]?.units).to.equal(await scene.dollarsOf(scene.float));
    expect(await reading(changing(3))).to.equal(null);
  });

  async function freeLumens(): Promise<bigint> {
    const book = { chain: stellar, account: scene.float, token: nativeAddress };
    const [reading] = await scene.custody.balances(stellar, [book], signal);
    return reading?.units ?? expect.fail();
  }

  async function pay(request: Parameters<StellarScene['sent']>[0]) {
    return scene.seen(await scene.sent(request, await scene.nextSlot()));
  }
});

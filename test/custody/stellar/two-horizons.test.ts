import type { OutboundHttp } from '@interline/ports';
import { nativeAddress } from '@interline/kernel';
import type { StellarCustody } from '@interline/adapters/custody/stellar';
import type { RunningHorizon } from '@interline/devnet/stellar-ledger';
import { Account, Keypair, Operation, TransactionBuilder } from '@stellar/stellar-sdk';
import { expect } from 'chai';
import { alteredBy, type OpenOptions, signal, stellar, StellarScene } from './stellar-scene.ts';

describe('a float on Stellar that two Horizons show', () => {
  let scene: StellarScene;
  let second: RunningHorizon;
  let custody: StellarCustody;
  let recipient: string;
  before(async () => {
    scene = await StellarScene.start();
    second = await scene.ledger.startHorizon();
    recipient = (await scene.recipient()).publicKey();
  });
  beforeEach(() => {
    custody = openOn(scene.http);
  });
  afterEach(() => {
    scene.ledger.fault(null);
    second.fault(null);
  });
  after(() => scene.stop());

  it('has ended only what both show', async () => {
    second.fault('stale');
    const payout = await paid(7n);
    const early = await scene.seen(payout, { custody });
    second.fault(null);

    expect(early).to.deep.include({
      mined: null,
      isSlotTaken: true,
      receiptOwed: payout.form.hash,
    });
    const late = await scene.seen(payout, { custody });
    expect(late.mined).to.deep.include({ hash: payout.form.hash, isSuccess: true, gasCost: 200n });
    expect(await shownAlike(late)).to.deep.equal([payout.form.hash]);
  });

  it('is only as deep as the slower of them has come', async () => {
    await scene.seen(await paid(7n), { custody });
    second.fault('stale');
    const { block } = await custody.observe(stellar, [], signal);
    scene.ledger.close();

    const reading = await custody.observe(stellar, [], signal);

    expect([reading.block, reading.head]).to.deep.equal([block, block + 1]);
  });

  it('is read from the other if one is down, and then nothing ends', async () => {
    const payout = await paid(7n);
    await custody.queue(stellar, scene.float, signal);
    scene.ledger.fault('down');

    const seen = await custody.balances(
      stellar,
      [{ chain: stellar, account: scene.float, token: nativeAddress }],
      signal,
    );
    const queue = await custody.queue(stellar, scene.float, signal);
    const observed = await scene.seen(payout, { custody }).catch((error: unknown) => error);

    expect(seen).to.have.length(1);
    expect(queue.leastPending).to.equal(null);
    expect(observed).to.deep.include({ code: 'CHAIN_UNREACHABLE' });
  });

  it('is read from the other if one accepts questions and answers none, once a caller has given up', async () => {
    let passedMs = 0;
    let isSilent = false;
    const { promise: isAsked, resolve: taken } = Promise.withResolvers<void>();
    const asked = openOn(
      {
        ...scene.http,
        async request(request, until) {
          if (!isSilent || isSecond(request.url)) return scene.http.request(request, until);
          taken();
          return unanswered(until);
        },
      },
      { passedMs: () => passedMs },
    );
    const book = { chain: stellar, account: scene.float, token: nativeAddress };
    const payout = scene.payoutTo(recipient, 7n);
    await asked.prepare(payout, signal);
    isSilent = true;
    const caller = new AbortController();
    const first = asked.balances(stellar, [book], caller.signal).catch(() => 'given up');
    await isAsked;
    passedMs = 4_000;
    caller.abort();

    expect(await first).to.equal('given up');
    expect(await asked.balances(stellar, [book], signal)).to.have.length(1);
    expect(await asked.prepare(payout, signal)).to.deep.include({ ok: true });
  });

  it('ignores one whose newest ledger closed half a minute before the other, and believes one that closed just then', async () => {
    const nowMs = 2_000_000_000_000;
    let behindSec = 0;
    const timed = openOn(
      alteredBy(scene.http, (url, body) => {
        const closedMs = nowMs - (isSecond(url) ? behindSec * 1_000 : 0);
        const closed = `"closed_at":"${new Date(closedMs).toISOString()}"`;
        return body.replaceAll(/"closed_at":"[^"]+"/g, closed);
      }),
      { nowMs },
    );
    const leastAt = async (behind: number) => {
      behindSec = behind;
      return (await timed.queue(stellar, scene.float, signal)).leastPending;
    };
    const next = await scene.nextSlot();

    expect(await leastAt(0)).to.equal(next);
    expect(await leastAt(30)).to.equal(next);
    expect(await leastAt(31)).to.equal(null);
    expect(await leastAt(30)).to.equal(next);
  });

  it('believes neither of two that report different ends of one transaction', async () => {
    const payout = await paid(7n);
    for (const lie of [
      (body: string) => body.replaceAll('"successful":true', '"successful":false'),
      (body: string) => body.replaceAll('"fee_charged":"200"', '"fee_charged":"201"'),
    ]) {
      const lying = openOn(
        alteredBy(scene.http, (url, body) =>
          isSecond(url) && url.includes('/transactions') ? lie(body) : body,
        ),
      );

      const seen = await scene.seen(payout, { custody: lying });

      expect(seen).to.deep.include({ mined: null, receiptOwed: payout.form.hash });
      const { mined } = await scene.seen(payout, { custody });
      if (mined === null) expect.fail();
      expect((await lying.shownAlike(stellar, [mined], signal)).size).to.equal(0);
      const history = await lying.accountHistory(
        stellar,
        { account: scene.float, slots: [payout.transaction.slot], freeAt: null },
        signal,
      );
      expect(history).to.deep.equal({
        transactions: [],
        unseen: { slot: payout.transaction.slot, reason: 'nodes-disagree' },
      });
    }
  });

  it('does not treat a slot as lost because one of them claims it', async () => {
    const payout = scene.commit(
      await scene.prepared(scene.payoutTo(recipient, 7n)),
      await scene.nextSlot(),
    );
    const lying = openOn(
      alteredBy(scene.http, (url, body) =>
        isSecond(url)
          ? body
          : body.replace(
              /"sequence":"([0-9]+)"/,
              (_, n: string) => `"sequence":"${BigInt(n) + 9n}"`,
            ),
      ),
    );

    const seen = await scene.seen(payout, { custody: lying });
    const consumer = await lying.consumerOf(
      { transaction: payout.transaction, forms: [payout.form] },
      { freeAt: null, takenAt: null },
      signal,
    );

    expect(seen).to.deep.include({ mined: null, isSlotTaken: true, receiptOwed: null });
    expect(consumer).to.deep.equal({ kind: 'unseen', reason: 'not-in-range', range: null });
    await scene.send(payout);
  });

  it('reads nothing from a Horizon of another network, and logs it once', async () => {
    const test = 'Test SDF Network ; September 2015';
    const mixed = openOn(
      alteredBy(scene.http, (url, body) =>
        isSecond(url) ? body : body.replaceAll(scene.ledger.passphrase, test),
      ),
    );
    const before = scene.log.lines.length;

    const book = { chain: stellar, account: scene.float, token: nativeAddress };
    const balances = await mixed.balances(stellar, [book], signal);
    const observed = await mixed.observe(stellar, [], signal).catch((error: unknown) => error);

    expect(balances).to.have.length(1);
    expect(observed).to.deep.include({ code: 'CHAIN_UNREACHABLE' });
    expect(scene.log.lines.slice(before).map(({ event }) => event)).to.deep.equal([
      'wrong-network',
    ]);
  });

  it('refuses what gives a route up only if both refuse it', async () => {
    const bare = Keypair.random();
    await scene.friendbot(bare.publicKey());
    const request = scene.payoutTo(bare.publicKey(), 7n);
    const blind = openOn(
      alteredBy(scene.http, (url, body) =>
        isSecond(url) ? body : body.replaceAll('"asset_code":"USDC"', '"asset_code":"USDX"'),
      ),
    );
    const trusting = scene.payoutTo(recipient, 7n);

    expect(await blind.prepare(trusting, signal)).to.deep.include({ ok: false });
    expect(await blind.prepare(trusting, signal, { confirmsRefusal: true })).to.deep.include({
      ok: true,
    });
    expect(await custody.prepare(request, signal, { confirmsRefusal: true })).to.deep.include({
      code: 'TRUSTLINE_MISSING',
    });
    second.fault('down');
    const alone = await custody
      .prepare(request, signal, { confirmsRefusal: true })
      .catch((error: unknown) => error);
    expect(alone).to.deep.include({ code: 'CHAIN_UNREACHABLE' });
  });

  it('finds the stranger that took a sequence number of a channel', async () => {
    const slot = await scene.nextSlot();
    const payout = scene.commit(await scene.prepared(scene.payoutTo(recipient, 7n)), slot);
    const hash = await strangersUse(payout);

    expect(await custody.broadcast([payout.form])).to.deep.equal(['refused']);
    expect(await scene.seen(payout, { custody })).to.deep.include({
      mined: null,
      isSlotTaken: true,
      receiptOwed: null,
    });
    const consumer = await custody.consumerOf(
      { transaction: payout.transaction, forms: [payout.form] },
      { freeAt: null, takenAt: null },
      signal,
    );
    expect(consumer).to.deep.include({ kind: 'found', hash });
    // The slot behind it in the same channel goes on.
    for (let next = slot + 1; next <= slot + 4; next += 1)
      await scene.sent(scene.payoutTo(recipient, 7n), next);
    expect(await scene.nextSlot()).to.equal(slot + 5);
  });

  /** Somebody with the channel's key uses its sequence number. */
  async function strangersUse({ form }: { readonly form: { readonly raw: string | null } }) {
    const bump = TransactionBuilder.fromXDR(form.raw ?? '', scene.ledger.passphrase);
    if (!('innerTransaction' in bump)) return expect.fail();
    const { source, sequence } = bump.innerTransaction;
    const key = scene.keyOf(source);
    const transaction = new TransactionBuilder(
      new Account(source, (BigInt(sequence) - 1n).toString()),
      { fee: '0', networkPassphrase: scene.ledger.passphrase },
    )
      .addOperation(Operation.bumpSequence({ bumpTo: '0' }))
      .setTimeout(0)
      .build();
    transaction.sign(key);
    const payer = Keypair.random();
    await scene.friendbot(payer.publicKey());
    const paid = TransactionBuilder.buildFeeBumpTransaction(
      payer,
      '100',
      transaction,
      scene.ledger.passphrase,
    );
    paid.sign(payer);
    await scene.server.submitTransaction(paid);
    return paid.hash().toString('hex');
  }

  async function paid(units: bigint) {
    return scene.sent(scene.payoutTo(recipient, units), await scene.nextSlot());
  }

  async function shownAlike({
    mined,
  }: {
    readonly mined: Parameters<StellarCustody['shownAlike']>[1][number] | null;
  }) {
    return [...(await custody.shownAlike(stellar, mined === null ? [] : [mined], signal))];
  }

  function openOn(
    http: OutboundHttp,
    times: Pick<OpenOptions, 'nowMs' | 'passedMs'> = {},
  ): StellarCustody {
    const horizonUrls = [scene.ledger.horizonUrl, second.horizonUrl];
    return scene.open({ horizonUrls, http, ...times });
  }

  function isSecond(url: string): boolean {
    return url.startsWith(second.horizonUrl);
  }
});

/** A request that is taken: it fails when its caller gives up. */
function unanswered(until: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    until.addEventListener('abort', () => reject(new Error('given up')), { once: true });
  });
}

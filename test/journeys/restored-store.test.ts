import { deskOf } from '@interline/core/operations';
import type { Route } from '@interline/core/transfer';
import { accounts } from '../support/model/model-custody.ts';
import { type ModelHarness, modelHarness } from '../support/model/model-harness.ts';
import { filePlace, type StorePlace, postgresPlace } from '../support/model/store-place.ts';
import { postgresOrSkip, type TestPostgres } from '../support/postgres.ts';
import { expect } from 'chai';

describe('a store that went back in time, in SQLite,', () => {
  describe('with one transfer', () => restoredStore(filePlace));
});

describe('a store that went back in time, in PostgreSQL,', () => {
  let postgres: TestPostgres;
  before(async function () {
    postgres = await postgresOrSkip(this);
  });
  after(async () => postgres?.stop());

  describe('with one transfer', () => restoredStore(() => postgresPlace(postgres)));
});

function restoredStore(place: () => StorePlace): void {
  let harness: ModelHarness;
  afterEach(() => harness.close());

  it('sends nothing from the account it knows too little of, and names its routes', async () => {
    const [, destination] = await restored();
    await harness.work(60);

    expect([
      destination.balance(recipient()),
      destination.pendingNonce(accounts.float),
    ]).to.deep.equal([199_840n, 1]);
    const { entries } = await deskOf(harness.money, new AbortController().signal)(100);
    expect(
      entries
        .filter(({ kind }) => kind !== 'transaction')
        .map(({ kind, subject, state, shows }) => [
          kind,
          subject,
          state,
          shows['reason'] ?? shows['status'],
        ]),
    ).to.have.deep.members([
      ['route', `route ${harness.transfers[0]?.id}`, 'QUARANTINED', 'BRIDGING'],
      [
        'account',
        'account float on 42161',
        'store-behind',
        'store-behind: the chain counts 1 transactions of this account, the store has allotted 0',
      ],
    ]);
  });

  it('takes nothing new to or from a chain with a stopped account', async () => {
    await restored();

    await harness.execute(0, 100_000n);
    await harness.execute(1, 100_000n);

    expect([harness.refusals, harness.transfers.length]).to.deep.equal([
      ['ACCOUNT_STOPPED', 'ACCOUNT_STOPPED'],
      1,
    ]);
  });

  it('settles a released route by the payment it had lost, and pays nothing further', async () => {
    const [source, destination] = await restored();

    destination.mine(12);
    const refused = await harness.operate();
    source.mine(13);
    await harness.work(60);
    destination.mine(1);
    await harness.sweep();
    await harness.work(60);

    expect(refused).to.deep.equal([]);
    expect(await route()).to.include({ status: 'DONE', stage: 'DELIVERED', delivered: 199_840n });
    expect([
      destination.balance(recipient()),
      destination.pendingNonce(accounts.float),
    ]).to.deep.equal([199_840n, 1]);
    expect(await deskOf(harness.money, new AbortController().signal)(100)).to.deep.equal({
      entries: [],
      more: 0,
    });
  });

  it('holds a route back while the payment it has lost waits for a block', async () => {
    const [, destination] = await restored({ isPaymentMined: false });

    const refused = await harness.operate();
    const then = await route();
    destination.mine(14);
    await harness.operate();
    await harness.work(60);

    expect(refused).to.deep.equal([
      'its last transaction is not deep enough yet; repeat the order when it is',
      "The relayer's account on this chain is stopped while the store and the chain disagree.",
    ]);
    expect(then).to.include({ status: 'BRIDGING', stage: 'QUARANTINED' });
    expect(await route()).to.include({ status: 'DONE', delivered: 199_840n });
    expect(destination.balance(recipient())).to.equal(199_840n);
  });

  it('pays a released route that was not paid', async () => {
    harness = await modelHarness(1, undefined, { place: place() });
    const [source, destination] = harness.chains;
    await harness.execute(0, 200_000n);
    destination.offer({
      hash: destination.strangersHash(),
      from: accounts.float,
      nonce: 0,
      action: { kind: 'noop' },
    });
    destination.mine(1);
    await harness.sweep();
    source.mine(1);
    await harness.work(60);
    const before = await route();

    await harness.operate();
    await harness.work(60);
    destination.mine(1);
    await harness.work(60);

    expect(before).to.include({ stage: 'QUARANTINED' });
    expect([(await route()).stage, destination.balance(recipient())]).to.deep.equal([
      'DELIVERED',
      199_840n,
    ]);
  });

  it('never pays a second time in the moment a replica is promoted behind a running process', async () => {
    const first = await modelHarness(1, undefined, { place: place() });
    const [source, destination] = first.chains;
    await first.execute(0, 200_000n);
    source.mine(1);
    await first.execute(0, 100_000n);
    const backup = await first.backUp();
    await first.work(60);
    destination.mine(1);
    await first.close();
    source.mine(1);
    harness = await modelHarness(1, undefined, {
      backup: { ...backup, transfers: backup.transfers.toReversed() },
      isRunning: true,
    });

    await harness.work(60);
    destination.mine(1);
    await harness.sweep();
    await harness.work(60);

    expect(harness.transfers.map((one) => destination.balance(one.recipient))).to.deep.equal([
      0n,
      199_840n,
    ]);
    expect(
      (await deskOf(harness.money, new AbortController().signal)(100)).entries
        .filter(({ kind }) => kind === 'route')
        .map(({ state }) => state),
    ).to.deep.equal(['QUARANTINED', 'QUARANTINED']);
    destination.mine(13);
    expect(await harness.operate()).to.deep.equal([]);
    for (let turns = 0; turns < 3; turns += 1) {
      await harness.work(60);
      destination.mine(1);
      await harness.sweep();
    }
    expect(harness.transfers.map((one) => destination.balance(one.recipient))).to.deep.equal([
      99_920n,
      199_840n,
    ]);
  });

  it('sends and gives up nothing while one of its nodes shows what it has lost and the other lags', async () => {
    const [source, destination] = await restored({ isRunning: true });
    const nonces = harness.custody.queue.bind(harness.custody);
    const prepare = harness.custody.prepare.bind(harness.custody);
    harness.custody.queue = async (...asked) => ({ ...(await nonces(...asked)), leastPending: 0 });
    harness.custody.prepare = async (...asked) => {
      const prepared = await prepare(...asked);
      return prepared.ok
        ? { ...prepared, value: prepared.value.map((one) => ({ ...one, slotsTaken: 0 })) }
        : prepared;
    };
    await harness.sweep();
    source.mine(13);
    for (let turns = 0; turns < 3; turns += 1) {
      await harness.work(60);
      destination.mine(1);
      await harness.sweep();
    }
    const whileItLags = [(await route()).phase, destination.balance(recipient())];
    harness.custody.queue = nonces;
    await harness.sweep();

    expect(whileItLags).to.deep.equal(['running', 199_840n]);
    expect((await route()).stage).to.equal('QUARANTINED');
    expect(destination.balance(recipient())).to.equal(199_840n);
  });

  it('runs again by itself, and delivers, after one of two nodes has counted a transaction too many', async () => {
    harness = await modelHarness(1, undefined, { place: place() });
    const [source, destination] = harness.chains;
    await harness.execute(0, 200_000n);
    const nonces = harness.custody.queue.bind(harness.custody);
    harness.custody.queue = async (...asked) => {
      const counted = await nonces(...asked);
      return { ...counted, pending: counted.pending + 9 };
    };
    await harness.sweep();
    const stopped = (await deskOf(harness.money, new AbortController().signal)(100)).entries.filter(
      ({ kind }) => kind === 'account',
    ).length;
    harness.custody.queue = nonces;
    await harness.sweep();
    await harness.sweep();
    source.mine(1);
    await harness.work(60);
    destination.mine(1);
    await harness.work(60);

    expect(stopped).to.equal(4);
    expect(await deskOf(harness.money, new AbortController().signal)(100)).to.deep.equal({
      entries: [],
      more: 0,
    });
    expect([(await route()).stage, destination.balance(recipient())]).to.deep.equal([
      'DELIVERED',
      199_840n,
    ]);
  });

  it("starts after the chain's nonce if it is a new one", async () => {
    const first = await modelHarness(1, undefined, { place: place() });
    const [source] = first.chains;
    await first.execute(0, 200_000n);
    source.mine(1);
    const { chains, transfers, payers, place: lost } = await first.backUp();
    await first.close();
    await lost.remove();

    harness = await modelHarness(1, undefined, {
      backup: { place: place(), chains, transfers: [], payers },
    });

    expect(
      await harness.money.store.reads.transactions.account(source.ref, accounts.spender),
    ).to.deep.equal({
      chain: source.ref,
      account: accounts.spender,
      nextSlot: 1,
      lastMined: -1,
      stoppedAtMs: null,
      lastFinal: -1,
      stopped: null,
    });
    expect(transfers.length).to.equal(1);
  });

  /** A store from before the payout of its only route, which was paid by then. */
  async function restored({ isPaymentMined = true, isRunning = false } = {}): Promise<
    ModelHarness['chains']
  > {
    const first = await modelHarness(1, undefined, { place: place() });
    const [source, destination] = first.chains;
    await first.execute(0, 200_000n);
    const backup = await first.backUp();
    source.mine(1);
    await first.work(60);
    if (isPaymentMined) destination.mine(1);
    await first.close();
    harness = await modelHarness(1, undefined, { backup, isRunning });
    return harness.chains;
  }

  async function route(): Promise<Route> {
    const found = await harness.money.store.reads.transfers.route(harness.transfers[0]?.id ?? '');
    if (found === null) throw new Error('the route is gone');
    return found;
  }

  function recipient(): string {
    return harness.transfers[0]?.recipient ?? '';
  }
}

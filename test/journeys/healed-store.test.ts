import { deskOf } from '@interline/core/operations';
import { recover } from '@interline/core/transactions';
import { recoverFromChain, type Route } from '@interline/core/transfer';
import { accounts, modelToken } from '../support/model/model-custody.ts';
import { modelBooks } from '../support/model/model-books.ts';
import { type ModelHarness, modelHarness } from '../support/model/model-harness.ts';
import { expect } from 'chai';

describe('a store that was restored from yesterday', () => {
  let harness: ModelHarness;
  afterEach(() => harness.close());

  it('waits until what it has lost is final, and then ends the transfer by the payment that was made', async () => {
    const [, destination] = await restored();
    destination.mine(12);
    await sweepAndWork();
    const before = await route();
    destination.mine(1);
    await sweepAndWork();
    await harness.work(60);

    expect(before).to.include({ status: 'BRIDGING', stage: 'QUARANTINED' });
    expect(await route()).to.include({ status: 'DONE', stage: 'DELIVERED', delivered: 199_840n });
    expect([
      destination.balance(harness.transfers[0]?.recipient ?? ''),
      destination.pendingNonce(accounts.float),
    ]).to.deep.equal([199_840n, 1]);
    expect(await deskOf(harness.money, new AbortController().signal)(100)).to.deep.equal(nothing);
  });

  it('lists the payer who was pulled for a transfer that it does not have, and accepts new ones', async () => {
    const first = await modelHarness(1);
    const [source, destination] = first.chains;
    const backup = await first.backUp();
    await first.execute(0, 200_000n);
    const [lost] = first.transfers;
    source.mine(1);
    await first.work(60);
    destination.mine(1);
    await first.close();
    harness = await modelHarness(1, undefined, { backup: { ...backup, payers: 1 } });
    await settle();
    await harness.execute(0, 100_000n);
    await settle();

    const { entries } = await deskOf(harness.money, new AbortController().signal)(100);
    expect(
      entries.map(({ kind, state, subject, shows }) => [kind, state, subject, shows['moved']]),
    ).to.have.deep.members([
      [
        'unmatched',
        'pull',
        'slot 0 of the spender on 8453',
        [`200000 of ${modelToken} ${lost?.payer} -> ${accounts.float}`],
      ],
      [
        'unmatched',
        'payment',
        'slot 0 of the float on 42161',
        [`199840 of ${modelToken} ${accounts.float} -> ${lost?.recipient}`],
      ],
    ]);
    expect(entries.find(({ state }) => state === 'pull')?.shows).to.include({
      payer: lost?.payer,
      permit: '0',
    });
    expect([harness.refusals, (await route()).status]).to.deep.equal([[], 'DONE']);
  });

  it('opens its books with what that payer brought as unclaimed, and only the rest as capital', async () => {
    const first = await modelHarness(1);
    const [source, destination] = first.chains;
    const backup = await first.backUp();
    await first.execute(0, 200_000n);
    source.mine(1);
    await first.work(60);
    destination.mine(1);
    await first.close();
    harness = await modelHarness(1, undefined, { backup: { ...backup, payers: 1 } });
    const books = modelBooks(harness);
    await books.reconcile();
    const unread = [await books.balances(source), await books.balances(destination)];
    await settle();
    await books.reconcile();

    expect(unread).to.deep.equal([{}, {}]);
    expect([await books.balances(source), await books.balances(destination)]).to.deep.equal([
      { float: 1_200_000n, capital: 1_000_000n, unclaimed: 200_000n },
      { float: 800_160n, capital: 800_160n },
    ]);
  });

  it('stays stopped, and says which numbers and since which block, while no node shows what took them', async () => {
    const [, destination] = await restored();
    for (const node of harness.custody.nodesOf(destination.ref)) node.servesHistory = false;
    await settle();
    const stopped = (await deskOf(harness.money, new AbortController().signal)(100)).entries.filter(
      ({ kind }) => kind === 'account',
    );
    const whileUnserved = await route();
    for (const node of harness.custody.nodesOf(destination.ref)) node.servesHistory = true;
    await settle();

    expect(stopped.map(({ subject, shows }) => [subject, shows['reason']])).to.deep.equal([
      [
        'account float on 42161',
        'store-behind: slots 0 to 0 of this account are not in the store, and the nodes do not show them (history-unserved)',
      ],
    ]);
    expect(whileUnserved.stage).to.equal('QUARANTINED');
    expect((await route()).status).to.equal('DONE');
  });

  it('keeps a transfer quarantined whose recipient was paid another amount, and shows the payment', async () => {
    harness = await modelHarness(1);
    const [source, destination] = harness.chains;
    await harness.execute(0, 200_000n);
    const recipient = harness.transfers[0]?.recipient ?? '';
    destination.offer({
      hash: destination.strangersHash(),
      from: accounts.float,
      nonce: 0,
      action: { kind: 'transfer', to: recipient, units: 150_000n },
    });
    destination.mine(1);
    source.mine(1);
    await settle();

    const { entries } = await deskOf(harness.money, new AbortController().signal)(100);
    expect(
      entries.map(({ kind, state, shows }) => [kind, state, shows['moved'] ?? '']),
    ).to.have.deep.members([
      ['route', 'QUARANTINED', ''],
      ['unmatched', 'payment', [`150000 of ${modelToken} ${accounts.float} -> ${recipient}`]],
    ]);
    expect(destination.balance(recipient)).to.equal(150_000n);
  });

  it('says what it would do in a dry run, and changes nothing', async () => {
    await restored();
    for (const chain of harness.chains) chain.mine(14);
    const before = await route();

    const options = { depth: 'final', isDryRun: true } as const;
    const dry = await recoverFromChain(harness.money)(options, new AbortController().signal);
    const after = await route();
    const wet = await recoverFromChain(harness.money)(
      { depth: 'final' },
      new AbortController().signal,
    );

    for (const { accounts: read } of [dry, wet])
      expect(
        read
          .filter(({ found }) => found.length > 0)
          .map(({ role, state, found }) => [
            role,
            state,
            found.map((one) => [one.slot, one.outcome, one.matched.map(({ purpose }) => purpose)]),
          ]),
      ).to.deep.equal([['float', 'brought-forward', [[0, 'matched', ['payout']]]]]);
    expect(after).to.deep.equal(before);
    expect([dry.quarantined, wet.quarantined]).to.deep.equal([1, 0]);
  });

  /** A store from before the payout of its only route, which was paid by then. */
  async function restored(): Promise<ModelHarness['chains']> {
    const first = await modelHarness(1);
    const [source, destination] = first.chains;
    await first.execute(0, 200_000n);
    const backup = await first.backUp();
    source.mine(1);
    await first.work(60);
    destination.mine(1);
    await first.close();
    harness = await modelHarness(1, undefined, { backup });
    return harness.chains;
  }

  async function sweepAndWork(): Promise<void> {
    await harness.sweep();
    await harness.work(60);
  }

  async function settle(): Promise<void> {
    for (let turns = 0; turns < 4; turns += 1) {
      for (const chain of harness.chains) chain.mine(14);
      await sweepAndWork();
    }
  }

  async function route(): Promise<Route> {
    const id = harness.transfers.at(-1)?.id ?? '';
    const found = await harness.money.store.reads.transfers.route(id);
    if (found === null) throw new Error('the route is gone');
    return found;
  }
});

describe('a service that was restarted in the moment of a one-block reorg', () => {
  it('goes on delivering to that chain without any command', async () => {
    const harness = await modelHarness(1);
    const [source, destination] = harness.chains;
    const { signal } = new AbortController();
    await harness.execute(0, 200_000n);
    source.mine(1);
    await harness.work(60);
    destination.mine(1);
    await harness.work(60);
    harness.reorg(destination, 1, 2, false);

    await recover(harness.money, signal);
    const stopped = (await deskOf(harness.money, new AbortController().signal)(100)).entries.filter(
      ({ kind }) => kind === 'account',
    );
    await harness.execute(0, 100_000n);
    source.mine(1);
    for (let turns = 0; turns < 3; turns += 1) {
      await harness.work(60);
      destination.mine(1);
      await harness.sweep();
    }

    expect([stopped, harness.refusals, harness.breaches]).to.deep.equal([[], [], []]);
    expect(harness.transfers.map(({ to, recipient }) => to.balance(recipient))).to.deep.equal([
      199_840n,
      99_920n,
    ]);
    await harness.close();
  });
});

const nothing = { entries: [], more: 0 };

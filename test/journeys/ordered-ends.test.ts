import type { RailPort } from '@interline/plugins';
import { scriptedSteps } from '@interline/plugins/testing';
import { evmAddress } from '@interline/kernel';
import { accounts } from '../support/model/model-custody.ts';
import { floatAtStart, type ModelHarness, payerAtStart } from '../support/model/model-harness.ts';
import { type ModelOperator, modelOperator } from '../support/model/model-orders.ts';
import { OneTransfer } from '../support/model/one-transfer.ts';
import { stockRail } from '../support/stock-rail.ts';
import { expect } from 'chai';

const elsewhere = evmAddress(`0x${'e1'.repeat(20)}`);
const { signal } = new AbortController();
const word = { to: null, isUndelivered: true, isDespiteEngine: true } as const;
const unsaidWord = { to: null, isUndelivered: false, isDespiteEngine: false } as const;

describe('a route that an operator ends', () => {
  let scene: OneTransfer;
  let operator: ModelOperator;
  afterEach(() => scene.close());

  describe('whose value a rail has and says nothing of', () => {
    it('is refunded out of the free float on the word that nothing was delivered, once', async () => {
      const [source] = await opened(callingRail());
      await callsRail(source);

      const early = await operator.order('refund', { id: id(), ...word });
      const unsaid = await operator.order('refund', { id: id(), ...unsaidWord });
      await scene.under({ policy: { overdueAfterMs: 0 } });
      operator = modelOperator(scene.worker.money);
      const tried = await operator.order('refund', { id: id(), ...word }, { isDryRun: true });
      const plain = await operator.order('refund', { id: id(), ...unsaidWord });
      const alive = await operator.order('refund', { id: id(), ...word, isDespiteEngine: false });
      const noReason = await operator.order('refund', { id: id(), ...word }, { reason: '' });
      const ordered = await operator.order('refund', { id: id(), ...word });
      const again = await operator.order('refund', { id: id(), ...word });
      source.mine(1);
      await scene.worker.work(3);

      expect(early).to.match(/^WRONG_STATE: the route is left as it is: it is under way/);
      expect(unsaid).to.match(/under way.*minutes after it was accepted$/);
      expect([tried, ordered]).to.deep.equal(['dry run', 'done']);
      expect(plain).to.match(/where you know that the recipient got nothing, add --undelivered$/);
      expect(alive).to.match(
        /says BRIDGING, stage \S+, and a refund now may pay it twice; .* add --despite-engine$/,
      );
      expect(noReason).to.equal('MISSING_FIELD: this refund needs a reason');
      expect(again).to.equal('done');
      expect(await scene.shown()).to.deep.equal({
        status: 'FAILED',
        stage: 'REFUNDED',
        payer: payerAtStart,
        recipient: 0n,
      });
      expect(await operator.order('refund', { id: id(), ...unsaidWord })).to.match(
        /it has ended: FAILED, stage REFUNDED$/,
      );
      expect(source.balance(accounts.float)).to.equal(floatAtStart - 200_000n);
      expect((await scene.purposes()).filter((one) => one === 'refund')).to.deep.equal(['refund']);
      expect(await scene.openReservations()).to.deep.equal([]);
      expect(await booked()).to.deep.equal({ payers: 0n, engines: 200_000n });
    });

    for (const as of ['returned', 'lost'] as const)
      it(`and that the float refunded is on the desk as owed to us, until an order says that it is ${as}`, async () => {
        const [source] = await opened(callingRail());
        await callsRail(source);
        await scene.under({ policy: { overdueAfterMs: 0 } });
        operator = modelOperator(scene.worker.money);
        await operator.order('refund', { id: id(), ...word });
        const early = await operator.order('engineDebt', { id: id(), as });
        source.mine(1);
        await scene.worker.work(3);
        const { entries } = await operator.desk(9);

        const missing = await operator.order('engineDebt', { id: id(), as: 'returned' });
        await comesBack(source.ref, 200_000n);
        const dry = await operator.order('engineDebt', { id: id(), as }, { isDryRun: true });
        const owedStill = await booked();
        const ended = await operator.order('engineDebt', { id: id(), as });
        const again = await operator.order('engineDebt', { id: id(), as });

        expect(early).to.match(/^WRONG_STATE: .*the route is under way, stage REFUNDING/);
        expect(entries.map(({ kind, subject }) => [kind, subject])).to.deep.equal([
          ['engine-debt', `route ${id()}`],
        ]);
        expect(entries[0]?.shows).to.include({ owed: '200000', chain: '8453' });
        expect(missing).to.match(/^WRONG_STATE: .*none of our accounts has 200000 of .* unclaimed/);
        expect([dry, ended]).to.deep.equal(['dry run', 'done']);
        expect(owedStill).to.deep.equal({ payers: 0n, engines: 200_000n });
        expect(await booked()).to.deep.equal({ payers: 0n, engines: 0n });
        expect(await unclaimed()).to.equal(as === 'returned' ? 0n : -200_000n);
        expect(again).to.match(/^WRONG_STATE: .*no engine owes anything for this route$/);
        expect((await operator.desk(9)).entries).to.deep.equal([]);
      });

    it('is not refunded out of what other payers have in transit, if the float has not as much', async () => {
      const [source] = await opened(callingRail());
      await callsRail(source);
      await scene.under({ policy: { overdueAfterMs: 0 } });
      operator = modelOperator(scene.worker.money);
      const book = {
        chain: source.ref,
        account: accounts.float,
        token: scene.transfer.permit.token,
      };
      await scene.harness.money.store.run('reserve', (tx) =>
        tx.transactions.insertReservation({
          id: 'ho_other',
          owner: { kind: 'route', id: 'rt_other' },
          book,
          kind: 'payers',
          units: (floatAtStart - 199_999n) as never, // CAST: more than zero.
          state: 'open',
          countsFromBlock: 0,
          settledBlock: null,
        }),
      );

      const refused = await operator.order('refund', { id: id(), ...word });

      expect(refused).to.match(
        /^INSUFFICIENT_FLOAT: .* has 199999 of .* free; the refund takes 200000$/,
      );
      expect((await scene.route()).phase).to.equal('running');
    });

    it('is not refunded or written off while the hand-over may still be mined, and says which', async () => {
      const [source] = await opened(callingRail());
      source.mine(1);
      await scene.harness.work(60);
      await scene.under({ policy: { overdueAfterMs: 0 } });
      operator = modelOperator(scene.worker.money);
      const call = (await transactions()).find(({ purpose }) => purpose === 'call');

      const refusals = [
        await operator.order('refund', { id: id(), ...word }),
        await operator.order('writeOff', { id: id() }),
      ];

      expect(call?.state).to.equal('open');
      for (const refusal of refusals)
        expect(refusal).to.contain(
          `its call ${call?.id} (slot 2 of the spender account on eip155:8453, open) may still be mined`,
        );
    });

    it('is settled on the word of the operator, as its stage shows', async () => {
      const [source] = await opened(callingRail());
      await callsRail(source);
      await scene.under({ policy: { overdueAfterMs: 0 } });
      operator = modelOperator(scene.worker.money);

      const nothing = await operator.order('settleRoute', {
        id: id(),
        evidence: null,
        isUnseen: false,
      });
      const unseen = { id: id(), evidence: null, isUnseen: true };
      const planned = await operator.after('settleRoute', unseen);
      const settled = await operator.order('settleRoute', unseen);

      expect(planned).to.include({
        status: 'DONE',
        seen: 'no: by the word of the operator',
        booksAs: 'neither fee nor loss',
      });
      expect(nothing).to.match(/name the destination transaction with --evidence/);
      expect(settled).to.equal('done');
      expect(await scene.shown()).to.include({ status: 'DONE', stage: 'DELIVERED_UNSEEN' });
      expect(await booked()).to.deep.equal({ payers: 0n, engines: 0n });
      expect(
        (await operator.audit(9)).map(({ operator: by, reason, outcome }) => [by, reason, outcome]),
      ).to.deep.equal([
        ['alice', 'looked at it', 'done'],
        ['alice', 'looked at it', 'refused'],
      ]);
    });

    it('is written off with nothing owed, and is no longer on the desk', async () => {
      const [source] = await opened(callingRail());
      await callsRail(source);
      await scene.under({ policy: { overdueAfterMs: 0 } });
      operator = modelOperator(scene.worker.money);
      const before = (await operator.desk(9)).entries.map(({ subject }) => subject);
      const books = await booked();

      const ended = await operator.order('writeOff', { id: id() });
      const [audited] = await operator.audit(1);
      const again = await operator.order('writeOff', { id: id() });

      expect([before, ended]).to.deep.equal([[`route ${id()}`], 'done']);
      expect(audited?.after).to.include({
        stage: 'WRITTEN_OFF',
        owed: '0',
        booksAs: 'neither a gain nor a loss',
      });
      expect(again).to.match(/it has ended: FAILED, stage WRITTEN_OFF$/);
      const { failure, owed, phase } = await scene.route();
      expect({ failure, owed, phase }).to.deep.equal({
        failure: {
          code: 'WRITTEN_OFF',
          reason: 'the operator could neither complete nor refund it',
        },
        owed: 0n,
        phase: 'ended',
      });
      expect(await operator.desk(9)).to.deep.equal({ entries: [], more: 0 });
      expect([books, await booked()]).to.deep.equal([
        { payers: -200_000n, engines: 200_000n },
        { payers: 0n, engines: 0n },
      ]);
    });
  });

  describe('whose payer cannot receive', () => {
    it('is refunded to the address that was given, and stays so after a reorg took the refund', async () => {
      const [source, destination] = await opened();
      await holdsRefund(source, destination);

      const ordered = await operator.order('refund', {
        id: id(),
        to: () => elsewhere,
        isUndelivered: false,
        isDespiteEngine: false,
      });
      const open = await operator.order('refund', {
        id: id(),
        to: () => accounts.float,
        isUndelivered: false,
        isDespiteEngine: false,
      });
      const other = await operator.order('refund', {
        id: id(),
        to: () => evmAddress(`0x${'e2'.repeat(20)}`),
        isUndelivered: false,
        isDespiteEngine: false,
      });
      source.mine(1);
      await scene.harness.work(60);
      const ended = await scene.shown();
      scene.harness.reorg(source, 1, 0, false);
      await scene.harness.sweep();
      source.mine(2);
      await scene.harness.work(60);

      expect(ordered).to.equal('done');
      expect(open).to.match(/is an address of this relayer$/);
      expect(other).to.match(
        /its refund ef_\S+ \(slot 0 of the float account on eip155:8453, open\) may still be mined/,
      );
      expect(ended).to.include({ status: 'FAILED', stage: 'REFUNDED' });
      expect(await scene.shown()).to.include({ status: 'FAILED', stage: 'REFUNDED' });
      expect([source.balance(elsewhere), source.balance(scene.transfer.payer)]).to.deep.equal([
        200_000n,
        payerAtStart - 200_000n,
      ]);
      expect((await scene.route()).refundTo).to.equal(elsewhere);
      expect(await scene.harness.money.store.reads.books.liabilities()).to.deep.equal([]);
    });

    it('is written off as a gain of what it owes, and the dry run says what that means and what pays instead', async () => {
      const [source, destination] = await opened();
      await holdsRefund(source, destination);

      const { booksAs, means } = await operator.after('writeOff', { id: id() });
      const ended = await operator.order('writeOff', { id: id() });
      const [audited] = await operator.audit(1);

      expect(booksAs).to.equal(`a gain of 200000 of ${scene.transfer.permit.token} on 8453`);
      expect([ended, audited?.after['booksAs']]).to.deep.equal(['done', booksAs]);
      expect(means)
        .to.match(/^the payer gets nothing from us after this: only where they were paid by hand/)
        .and.to.match(new RegExp(`interline route refund ${id()} --to <address>$`));
    });

    it('is in the desk since the refund was first held, with what is owed and the commands', async () => {
      const [source, destination] = await opened();
      await holdsRefund(source, destination);
      const [liability] = await scene.harness.money.store.reads.books.liabilities();

      const { entries, more } = await operator.desk(9);

      expect(
        entries.map(({ kind, subject, state, sinceMs, commands }) => ({
          kind,
          subject,
          state,
          sinceMs,
          commands,
        })),
      ).to.deep.equal([
        {
          kind: 'route',
          subject: `route ${id()}`,
          state: 'REFUND_HELD',
          sinceMs: liability?.sinceMs,
          commands: [
            `interline route refund ${id()} --reason "<why>"`,
            `interline route refund ${id()} --to <address> --reason "<why>"`,
            `interline route write-off ${id()} --reason "<why>"`,
          ],
        },
      ]);
      expect(entries[0]?.shows).to.include({
        owed: '200000',
        why: 'SIMULATION_FAILED: the recipient refuses',
      });
      expect(more).to.equal(0);
    });
  });

  describe('with a payout in the way', () => {
    it('pays its recipient once after the payout was replaced, and only when the no-op is final', async () => {
      const [source, destination] = await opened();
      source.mine(1);
      await scene.harness.work(60);
      const payout = (await transactions()).find(({ purpose }) => purpose === 'payout');

      const replaced = await operator.order('replace', {
        transaction: payout?.id ?? '',
        isForced: false,
      });
      const again = await operator.order('replace', {
        transaction: payout?.id ?? '',
        isForced: false,
      });
      const [sheet] = await operator.show(destination.ref, 'float', signal);
      destination.mine(1);
      await scene.harness.work(60);
      const meanwhile = (await scene.purposes()).filter((one) => one === 'payout').length;
      for (let turns = 0; turns < 20; turns += 1) {
        destination.mine(1);
        await scene.harness.sweep();
        await scene.harness.work(60);
      }

      expect(replaced).to.equal('done');
      expect(again).to.match(/its slot has a no-op already/);
      expect(
        sheet?.open.map(({ forms, chain }) => [
          chain.kind,
          forms.map((one) => one.movements.length),
        ]),
      ).to.deep.equal([['waiting', [1, 0]]]);
      expect(meanwhile).to.equal(1);
      expect(await scene.shown()).to.include({
        status: 'DONE',
        stage: 'DELIVERED',
        recipient: 199_840n,
      });
      expect(
        (await transactions()).map(({ purpose, state }) => `${purpose} ${state}`),
      ).to.deep.equal(['pull mined', 'payout filled', 'payout mined']);
      expect(await scene.openReservations()).to.deep.equal([]);
    });

    it('is bumped by hand while it is in no block, and not after', async () => {
      const [source, destination] = await opened();
      source.mine(1);
      await scene.harness.work(60);
      const payout = (await transactions()).find(({ purpose }) => purpose === 'payout');
      const transaction = payout?.id ?? '';

      scene.harness.custody.feeCap = 9n;
      destination.baseFee = 30n;
      const capped = await operator.order('bump', { transaction, feeRateCap: null });
      destination.baseFee = 0n;
      scene.harness.custody.feeCap = 39n;
      const orders = [
        await operator.order('bump', { transaction, feeRateCap: null }),
        await operator.order('bump', { transaction, feeRateCap: null }),
        await operator.order('bump', { transaction, feeRateCap: 20n }),
        await operator.order('bump', { transaction, feeRateCap: 40n }),
      ];
      const forms = await scene.harness.money.store.reads.transactions.signedTransactionsOf([
        transaction,
      ]);
      destination.mine(1);
      const late = await operator.order('bump', { transaction, feeRateCap: null });
      await scene.harness.work(60);
      const ended = await operator.order('bump', { transaction, feeRateCap: null });

      expect(capped).to.equal(
        'WRONG_STATE: the chain takes 30 per gas, and its cap is 9; raise it for this transaction alone with --cap 60 (feeRateCap)',
      );
      expect(orders).to.deep.equal([
        'done',
        'WRONG_STATE: the 20 per gas that it offered last meet the market, and its cap of 39, or the most that its tip may be, allows no step above them; wait, or raise the cap for this transaction alone with --cap 78 (feeRateCap)',
        'BAD_REQUEST: it has offered 20 per gas already; give more than that',
        'done',
      ]);
      expect(forms.map(({ tx }) => tx.maxFeeRate)).to.deep.equal([10n, 20n, 40n]);
      expect((await transactions()).find(({ id: one }) => one === transaction)?.feeCap).to.equal(
        40n,
      );
      expect(late).to.match(/^WRONG_STATE: its form 0x[0-9a-f]+ is in block \d+ already$/);
      expect(ended).to.equal(
        'WRONG_STATE: it is mined, and only an open transaction can be replaced',
      );
      expect(await scene.shown()).to.include({ status: 'DONE', recipient: 199_840n });
    });

    it('is not settled, refunded or written off by order while the payout may still be mined', async () => {
      const [source] = await opened();
      source.mine(1);
      await scene.harness.work(60);
      await scene.under({ policy: { overdueAfterMs: 0 } });
      operator = modelOperator(scene.worker.money);

      const refusals = [
        await operator.order('settleRoute', { id: id(), evidence: null, isUnseen: true }),
        await operator.order('refund', { id: id(), ...word }),
        await operator.order('writeOff', { id: id() }),
      ];

      for (const refusal of refusals)
        expect(refusal).to.match(
          /^WRONG_STATE: .* its payout ef_\S+ \(slot 0 of the float account on eip155:42161, open\) may still be mined/,
        );
    });

    it('keeps its pull while the permit is good, unless the operator insists: then nothing is pulled', async () => {
      const [source] = await opened();
      const [pull] = await transactions();
      const transaction = pull?.id ?? '';

      const refused = await operator.order('replace', { transaction, isForced: false });
      const forced = await operator.order('replace', { transaction, isForced: true });
      for (let turns = 0; turns < 4; turns += 1) {
        source.mine(1);
        await scene.harness.work(60);
      }

      expect(refused).to.match(/the payer was promised this pull; bump it, or add --force$/);
      expect(forced).to.equal('done');
      expect(await scene.shown()).to.deep.equal({
        status: 'FAILED',
        stage: 'NOT_PULLED',
        payer: payerAtStart,
        recipient: 0n,
      });
    });
  });

  async function opened(rail?: RailPort): Promise<ModelHarness['chains']> {
    scene = await OneTransfer.accepted(rail);
    operator = modelOperator(scene.harness.money);
    return scene.harness.chains;
  }

  function id(): string {
    return scene.transfer.id;
  }

  function transactions() {
    return scene.harness.money.store.reads.transactions.transactionsOf(id());
  }

  /** What the books say that the payer is owed for the route, below zero, and its engine owes. */
  async function booked() {
    const lines = (await scene.harness.money.store.reads.books.entriesOf(id())).flatMap(
      (entry) => entry.lines,
    );
    const of = (kind: string): bigint =>
      lines.filter((line) => line.kind === kind).reduce((sum, { units }) => sum + units, 0n);
    return { payers: of('owed-to-payers'), engines: of('owed-by-engines') };
  }

  /** The reconciler found that much on the spender, and books do not say whose it is. */
  async function comesBack(chain: ModelHarness['chains'][0]['ref'], units: bigint): Promise<void> {
    const { token } = scene.transfer.permit;
    await scene.harness.money.store.run('surplus', (tx) =>
      tx.books.post({
        id: 'surplus/1',
        kind: 'surplus',
        ...{ chain, block: 9, blockHash: null, txHash: null, logIndex: null },
        ...{ transactionId: null, owner: null, engine: null, reverses: null },
        lines: [
          { kind: 'transit', chain, token, holder: accounts.spender, units },
          { kind: 'unclaimed', chain, token, holder: accounts.spender, units: -units },
        ],
        atMs: 1,
      }),
    );
  }

  /** What the books have unclaimed on our accounts, below zero. */
  async function unclaimed(): Promise<bigint> {
    const entries = await scene.harness.money.store.reads.books.unfolded(1_000);
    return entries
      .flatMap(({ lines }) => lines)
      .filter(({ kind }) => kind === 'unclaimed')
      .reduce((sum, { units }) => sum + units, 0n);
  }

  /** Until the rail has the money. */
  async function callsRail(source: ModelHarness['chains'][0]): Promise<void> {
    for (let turns = 0; turns < 3; turns += 1) {
      source.mine(1);
      await scene.harness.work(60);
      await scene.harness.read(source);
    }
  }

  async function holdsRefund(
    source: ModelHarness['chains'][0],
    destination: ModelHarness['chains'][1],
  ): Promise<void> {
    source.mine(1);
    destination.refused.add(scene.transfer.recipient);
    source.refused.add(scene.transfer.payer);
    await scene.harness.work(60);
    await scene.harness.work(60);
  }
});

/** A rail that takes the money through an approval, and then says that it is on its way. */
function callingRail(): RailPort {
  return stockRail({
    plan: { pullTo: 'spender' },
    steps: (order) => [
      {
        ...scriptedSteps.call(order),
        approve: {
          token: order.from.address,
          spender: evmAddress('0x5555555555555555555555555555555555555555'),
          units: order.amount,
        },
      } as never, // CAST: a call step with its approval.
      scriptedSteps.track(),
    ],
    progress: [{ status: 'BRIDGING', stage: 'IN_FLIGHT' }],
  });
}

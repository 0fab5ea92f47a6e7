import { asAmount, evmAddress, evmChain, noUnits, type PlanStep } from '@interline/kernel';
import type { ModelChain } from '../support/model/model-chain.ts';
import { accounts, modelToken } from '../support/model/model-custody.ts';
import { type ModelHarness, modelHarness, payerAtStart } from '../support/model/model-harness.ts';
import { stockRail } from '../support/stock-rail.ts';
import { scriptedSteps } from '@interline/plugins/testing';
import { expect } from 'chai';

const bridge = evmAddress('0x5555555555555555555555555555555555555555');
const nextBridge = evmAddress('0x6666666666666666666666666666666666666666');

describe('a reorg, deeper than the confirmations, that takes what had reverted', () => {
  let harness: ModelHarness;
  let source: ModelChain;
  let destination: ModelChain;
  afterEach(() => harness.close());

  describe('from a call to a rail', () => {
    beforeEach(async () => {
      await opened([callStep(), scriptedSteps.track()]);
      // What the spender holds for other payers.
      source.offer({
        hash: source.strangersHash(),
        from: 'others',
        nonce: null,
        action: { kind: 'mint', to: accounts.spender, units: 900_000n },
      });
      source.refused.add(bridge);
    });

    it('and mines what only fills its nonce hands nothing over: the payer has the money back', async () => {
      harness.custody.refusesRevocations = true;
      await callReverted();
      expect(await shown()).to.deep.equal({
        stage: 'VERIFYING',
        cursor: 0,
        transactions: ['pull mined', 'approve mined', 'call reverted'],
      });

      source.reorg(2, 99, false);
      await harness.sweep();
      await rounds(source, 3);
      const meanwhile = await shown();
      harness.custody.refusesRevocations = false;
      await rounds(source, 40);

      expect(meanwhile).to.deep.equal({
        stage: 'VERIFYING',
        cursor: 0,
        transactions: ['pull mined', 'approve mined', 'call filled'],
      });
      expect(await shown()).to.deep.equal({
        stage: 'REFUNDED',
        cursor: 0,
        transactions: [
          'pull mined',
          'approve mined',
          'call filled',
          'approve mined',
          'refund mined',
        ],
      });
      expect(held()).to.deep.equal({ bridge: 0n, spender: 900_000n, payer: payerAtStart });
    });

    it('from its revocation too does not count what only fills its nonce as a revocation', async () => {
      await callReverted({ losesRevocation: true });
      const [, , , revocation] = await transactions();
      await harness.money.store.run('reverts', async (tx) => {
        const block = source.head.number + 2;
        await tx.transactions.moveTransaction(revocation?.id ?? '', 'open', {
          state: 'reverted',
          minedBlock: block,
          minedHash: source.strangersHash(),
        });
        const [gas] = (await tx.transactions.reservationsOf((await route()).id)).filter(
          ({ state }) => state === 'open',
        );
        await tx.transactions.settleReservation(gas?.id ?? '', block);
      });
      harness.custody.refusesRevocations = true;
      source.mine(3, true);
      await harness.sweep();
      harness.custody.losesBroadcasts = false;
      await rounds(source, 3);
      const [, , , filled] = await transactions();
      harness.custody.refusesRevocations = false;
      // What it sends again has aged once more: it was dated ahead of the clock.
      await rounds(source, 60);

      expect(filled).to.include({ purpose: 'approve', state: 'filled', reorgs: 1 });
      expect((await shown()).transactions).to.deep.equal([
        'pull mined',
        'approve mined',
        'call reverted',
        'approve filled',
        'approve mined',
        'refund mined',
      ]);
      expect(held()).to.deep.equal({ bridge: 0n, spender: 900_000n, payer: payerAtStart });
    });

    it('and lets it succeed behind its revocation hands over once, not again from what is held for others', async () => {
      await callReverted({ losesRevocation: true });
      expect((await shown()).transactions).to.deep.equal([
        'pull mined',
        'approve mined',
        'call reverted',
        'approve open',
      ]);
      source.refused.delete(bridge);

      source.reorg(2, 0, false);
      harness.custody.losesBroadcasts = false;
      await harness.sweep();
      await rounds(source, 20);

      expect(held()).to.deep.equal({
        bridge: 200_000n,
        spender: 900_000n,
        payer: payerAtStart - 200_000n,
      });
      expect(await shown()).to.deep.equal({
        stage: 'IN_FLIGHT',
        cursor: 1,
        transactions: ['pull mined', 'approve mined', 'call mined', 'approve mined'],
      });
      expect((await route()).srcTx).to.equal((await theTransaction('call')).minedHash);
    });

    for (const [given, late, stage, bridges] of [
      [
        'and lets it succeed keeps the next rail from a second hand-over',
        0,
        'VERIFYING',
        { bridge: 200_000n, next: 0n },
      ],
      [
        'and mines what only fills its nonce lets the next rail hand over',
        99,
        'IN_FLIGHT',
        { bridge: 0n, next: 200_000n },
      ],
    ] as const) {
      it(given, async () => {
        harness.custody.refusesRevocations = true;
        await callReverted();
        const left = await route();
        const steps = [...left.plan.steps, callStep(nextBridge), scriptedSteps.track()];
        await harness.money.store.run('take-over', (tx) =>
          tx.transfers.moveRoute(
            left,
            { plan: { ...left.plan, steps }, cursor: 2, stage: 'SENDING' },
            harness.money.clock.now(),
          ),
        );
        source.refused.delete(bridge);

        source.reorg(2, late, false);
        await harness.sweep();
        await rounds(source, 40);

        expect((await route()).stage).to.equal(stage);
        expect({ bridge: source.balance(bridge), next: source.balance(nextBridge) }).to.deep.equal(
          bridges,
        );
        expect(source.balance(accounts.spender)).to.equal(900_000n);
      });
    }
  });

  describe('from a payout', () => {
    beforeEach(async () => {
      await opened();
      await harness.execute(0, 200_000n);
      source.mine(2);
      await harness.work(60);
    });

    it('is paid by no further one while it may still pay, though a later one reverted meanwhile', async () => {
      await harness.money.store.run('reverts', async (tx) =>
        tx.transactions.moveTransaction((await theTransaction('payout')).id, 'open', {
          state: 'reverted',
        }),
      );
      harness.custody.losesBroadcasts = true;
      await harness.work(60);
      const [, first, second] = await transactions();
      await harness.money.store.run('reorg', async (tx) => {
        await tx.transactions.moveTransaction(second?.id ?? '', 'open', { state: 'reverted' });
        await tx.transactions.moveTransaction(first?.id ?? '', 'reverted', {
          state: 'open',
          reorgs: 1,
        });
      });

      await harness.work(60);
      const meanwhile = (await shown()).transactions;
      harness.custody.losesBroadcasts = false;
      destination.mine(1);
      await harness.work(60);

      expect(meanwhile).to.deep.equal(['pull mined', 'payout open', 'payout reverted']);
      expect(await paid()).to.deep.equal({
        stage: 'DELIVERED',
        recipient: 199_840n,
        payer: payerAtStart - 200_000n,
        transactions: ['pull mined', 'payout mined', 'payout reverted'],
      });
    });

    describe('whose payer could not be given the money back yet', () => {
      beforeEach(async () => {
        destination.refused.add(recipient());
        source.refused.add(payer());
        destination.mine(2);
        await harness.work(60);
        expect((await shown()).stage).to.equal('REFUND_HELD');
      });

      it('and lets it succeed gives nothing back: the recipient has the money', async () => {
        destination.refused.clear();

        destination.reorg(2, 0, false);
        await harness.sweep();
        source.refused.clear();
        await rounds(source, 20);

        expect(await paid()).to.deep.equal({
          stage: 'REFUND_HELD',
          recipient: 199_840n,
          payer: payerAtStart - 200_000n,
          transactions: ['pull mined', 'payout mined'],
        });
      });

      it('and mines what only fills its nonce gives it back, once that is final', async () => {
        destination.refused.clear();

        destination.reorg(2, 99, false);
        await harness.sweep();
        source.refused.clear();
        await rounds(source, 5);
        const before = await paid();
        await rounds(destination, 5);
        const shallow = await paid();
        await rounds(destination, 12);
        await rounds(source, 3);

        const waiting = { stage: 'REFUND_HELD', recipient: 0n, payer: payerAtStart - 200_000n };
        expect(before).to.deep.equal({ ...waiting, transactions: ['pull mined', 'payout open'] });
        expect(shallow).to.deep.equal({
          ...waiting,
          transactions: ['pull mined', 'payout filled'],
        });
        expect(await paid()).to.deep.equal({
          stage: 'REFUNDED',
          recipient: 0n,
          payer: payerAtStart,
          transactions: ['pull mined', 'payout filled', 'refund mined'],
        });
      });
    });
  });

  it('from a refund, and mines what only fills its nonce, gives the money back by another one', async () => {
    await opened();
    await harness.execute(0, 200_000n);
    destination.refused.add(recipient());
    source.mine(2);
    await harness.work(60);
    source.refused.add(payer());
    source.mine(2);
    await harness.work(60);
    expect((await shown()).transactions).to.deep.equal(['pull mined', 'refund reverted']);

    source.reorg(2, 99, false);
    await harness.sweep();
    source.refused.clear();
    await rounds(source, 30);

    expect(await paid()).to.deep.equal({
      stage: 'REFUNDED',
      recipient: 0n,
      payer: payerAtStart,
      transactions: ['pull mined', 'refund filled', 'refund mined'],
    });
  });

  function payer(): string {
    return harness.transfers[0]?.payer ?? '';
  }

  function recipient(): string {
    return harness.transfers[0]?.recipient ?? '';
  }

  async function paid() {
    const { stage, transactions: all } = await shown();
    return {
      stage,
      recipient: destination.balance(recipient()),
      payer: source.balance(payer()),
      transactions: all,
    };
  }

  async function opened(steps?: readonly PlanStep[]): Promise<void> {
    const rail =
      steps === undefined
        ? stockRail()
        : stockRail({
            plan: { pullTo: 'spender' },
            steps: () => steps,
            progress: [{ status: 'BRIDGING', stage: 'IN_FLIGHT' }],
          });
    harness = await modelHarness(2, rail);
    [source, destination] = harness.chains;
  }

  function callStep(to = bridge): PlanStep {
    return {
      kind: 'call',
      chain: evmChain(8453),
      to,
      data: '0x',
      value: noUnits,
      handsOver: true,
      approve: { token: modelToken, spender: to, units: asAmount(200_000n) },
    };
  }

  /** Pulled, called, and the revert two blocks deep. */
  async function callReverted({ losesRevocation = false } = {}): Promise<void> {
    await harness.execute(0, 200_000n);
    source.mine(2);
    await harness.work(60);
    source.mine(2);
    harness.custody.losesBroadcasts = losesRevocation;
    await harness.work(60);
  }

  async function rounds(chain: ModelChain, count: number): Promise<void> {
    for (let round = 0; round < count; round += 1) {
      chain.mine(1);
      await harness.work(60);
      await harness.sweep();
    }
  }

  async function route() {
    const stored = await harness.money.store.reads.transfers.route(harness.transfers[0]?.id ?? '');
    if (stored === null) throw new Error('the route is gone');
    return stored;
  }

  async function transactions() {
    return harness.money.store.reads.transactions.transactionsOf(harness.transfers[0]?.id ?? '');
  }

  async function theTransaction(purpose: string) {
    const [found, ...more] = (await transactions()).filter((one) => one.purpose === purpose);
    if (found === undefined || more.length > 0) throw new Error(`there is not one ${purpose}`);
    return found;
  }

  async function shown() {
    const { stage, cursor } = await route();
    return {
      stage,
      cursor,
      transactions: (await transactions()).map(({ purpose, state }) => `${purpose} ${state}`),
    };
  }

  function held() {
    return {
      bridge: source.balance(bridge),
      spender: source.balance(accounts.spender),
      payer: source.balance(payer()),
    };
  }
});

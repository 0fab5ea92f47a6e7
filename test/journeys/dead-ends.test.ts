import type { Route } from '@interline/domain';
import { scriptedSteps } from '@interline/plugins/testing';
import type { Progress, RailPort } from '@interline/plugins';
import { expect } from 'chai';
import { type AlteredWorker, alteredWorker, type Alterations } from '../support/model/altered-worker.ts';
import { auditSettled, settleHouse } from '../support/model/audit-house.ts';
import { accounts } from '../support/model/model-custody.ts';
import { floatAtStart, type ModelHouse, modelHouse, type ModelTransfer, payerAtStart } from '../support/model/model-house.ts';
import { stockRail } from '../support/stock-rail.ts';

/** As deep as the model's finality goes. */
const finalDepth = 13;

describe('a route that comes to a dead end', () => {
  let house: ModelHouse;
  let worker: AlteredWorker;
  afterEach(async () => {
    worker.stop();
    await house.close();
  });

  describe('for the destination was taken out of the deployment', () => {
    it('gives the payer everything back where no payout was committed', async () => {
      const [source, destination] = await opened();
      source.mine(1);

      await under({ gone: destination.ref });
      await worker.work(2);
      source.mine(1);
      await worker.work(2);

      expect(await shown()).to.deep.equal({ status: 'FAILED', stage: 'REFUNDED', payer: payerAtStart, recipient: 0n });
      expect((await route()).failure).to.deep.equal({ code: 'REFUNDED', reason: 'eip155:42161 is not served any more' });
      expect([worker.saidOf('chain-gone'), await openReservations()]).to.deep.equal([[transfer().id], []]);
    });

    it('waits for an operator where a payout is out there, says so once, and is done when the chain is back', async () => {
      const [source, destination] = await opened();
      source.mine(1);
      await house.work(60);
      const [, payout] = await house.money.reader.effectsOf(transfer().id);

      await under({ gone: destination.ref });
      await worker.work(20);
      source.mine(1);
      await worker.work(20);
      const meanwhile = await shown();
      destination.mine(1);
      await house.work(60);

      expect(payout).to.include({ purpose: 'payout', state: 'open' });
      expect(meanwhile).to.deep.equal({ status: 'BRIDGING', stage: 'VERIFYING', payer: payerAtStart - 200_000n, recipient: 0n });
      // At the start for the chain, then for the route.
      expect(worker.said()).to.deep.equal(['chain-gone', 'chain-gone']);
      await endsAs('DELIVERED');
    });

    it('is not paid back for a payout that reverted there: what a chain that is gone shows now is not known', async () => {
      const [source, destination] = await opened();
      source.mine(1);
      await house.work(60);
      const [, payout] = await house.money.reader.effectsOf(transfer().id);
      await house.money.work.run('payout-reverted', (tx) => tx.moveEffect(payout?.id ?? '', 'open', { state: 'reverted' }));

      await under({ gone: destination.ref });
      await worker.work(3);

      expect(await shown()).to.include({ status: 'BRIDGING', stage: 'VERIFYING', payer: payerAtStart - 200_000n });
    });

    it('gives back what the pull brings where that was still on its way', async () => {
      const [source, destination] = await opened();

      await under({ gone: destination.ref });
      await worker.work(2);
      const before = await shown();
      source.mine(1);
      await worker.work(2);
      source.mine(1);
      await worker.work(2);

      expect(before).to.include({ status: 'BRIDGING', payer: payerAtStart });
      expect(await shown()).to.deep.equal({ status: 'FAILED', stage: 'REFUNDED', payer: payerAtStart, recipient: 0n });
    });

    it('pulls no second time where the first pull came to nothing', async () => {
      const [source, destination] = await opened();
      source.offer({ hash: source.strangersHash(), from: accounts.spender, nonce: 0, action: { kind: 'noop' } });
      source.mine(1);

      await under({ gone: destination.ref });
      await worker.work(2);
      for (let block = 0; block < 4; block += 1) {
        source.mine(1);
        await worker.work(1);
      }

      expect(await shown()).to.deep.equal({ status: 'FAILED', stage: 'NOT_PULLED', payer: payerAtStart, recipient: 0n });
      expect((await house.money.reader.effectsOf(transfer().id)).length).to.equal(1);
    });
  });

  describe('for the source was taken out of the deployment', () => {
    it('is not failed while the pull may still be mined, and is done when the chain is back', async () => {
      const [source] = await opened();

      await under({ gone: source.ref });
      await worker.work(20);

      expect(await shown()).to.deep.equal({ status: 'BRIDGING', stage: 'VERIFYING', payer: payerAtStart, recipient: 0n });
      expect(worker.said()).to.deep.equal(['chain-gone', 'chain-gone']);
      await endsAs('DELIVERED');
    });

    it('is paid where the pull was credited before', async () => {
      const [source, destination] = await opened();
      source.mine(1);
      await house.work(60);

      await under({ gone: source.ref });
      destination.mine(1);
      await worker.work(2);

      expect(await shown()).to.include({ status: 'DONE', stage: 'DELIVERED', recipient: 199_840n });
    });

    it('owes the refund that it cannot make, and makes it when the chain is back', async () => {
      const [source, destination] = await opened();
      source.mine(1);
      destination.refused.add(transfer().recipient);
      source.refused.add(transfer().payer);
      await house.work(60);

      await under({ gone: source.ref });
      await worker.work(3);
      const owed = await house.money.reader.liabilities();

      expect(await shown()).to.include({ status: 'BRIDGING', stage: 'REFUND_HELD' });
      expect(owed.map(({ units, reason }) => ({ units, reason }))).to.deep.equal([{ units: 200_000n, reason: 'eip155:8453 is not served any more' }]);
      await endsAs('REFUNDED');
    });
  });

  describe('for its rail was taken out of the deployment', () => {
    it('waits for an operator, says so once, and goes on when the rail is back', async () => {
      const [source] = await opened(trackedRail([{ status: 'BRIDGING', stage: 'IN_FLIGHT' }]));
      source.mine(1);
      await house.work(60);
      const before = await shown();

      await under({ rails: [] });
      await worker.work(20);
      const meanwhile = await shown();
      await house.work(60);

      expect([before.stage, meanwhile.stage, (await shown()).stage]).to.deep.equal(['IN_FLIGHT', 'VERIFYING', 'IN_FLIGHT']);
      expect(worker.said()).to.deep.equal(['rail-gone']);
    });
  });

  it('for its rail never tells where it stands is overdue, and says so once', async () => {
    const [source] = await opened({ ...trackedRail([]), track: () => Promise.reject(new Error('the rail is away')) });
    source.mine(1);

    await under({ policy: { overdueAfterMs: 0 } });
    await worker.work(5);

    expect(await shown()).to.include({ status: 'BRIDGING', stage: 'OVERDUE' });
    expect(worker.saidOf('transfer-overdue')).to.deep.equal([transfer().id]);
  });

  describe('for its payout was mined and moved nothing, as of a token that returns false,', () => {
    it('gives the payer everything back once no reorg can change that, not a block before, and never pays again', async () => {
      const [source, destination] = await opened();
      destination.muted.add(transfer().recipient);
      source.mine(1);
      await under({});
      await worker.work(1);
      destination.mine(1);
      await worker.work(1);
      destination.mine(finalDepth - 1);
      await worker.work(3);
      const before = await shown();

      destination.mine(1);
      await worker.work(3);
      source.mine(1);
      await worker.work(2);

      expect(before).to.deep.equal({ status: 'BRIDGING', stage: 'VERIFYING', payer: payerAtStart - 200_000n, recipient: 0n });
      expect(await shown()).to.deep.equal({ status: 'FAILED', stage: 'REFUNDED', payer: payerAtStart, recipient: 0n });
      expect((await house.money.reader.effectsOf(transfer().id)).map(({ purpose }) => purpose)).to.deep.equal(['pull', 'payout', 'refund']);
      expect(worker.said()).to.deep.equal(['payout-empty']);
      expect([destination.balance(accounts.float), await openReservations()]).to.deep.equal([floatAtStart, []]);
    });

    it('is done after all where a reorg puts the payout into a block in which it moves', async () => {
      const [source, destination] = await opened();
      destination.muted.add(transfer().recipient);
      source.mine(1);
      await under({});
      await worker.work(1);
      destination.mine(1);
      await worker.work(1);
      destination.muted.clear();

      house.reorg(destination, 1, 0, false);
      await worker.work(2);

      expect(await shown()).to.deep.equal({ status: 'DONE', stage: 'DELIVERED', payer: payerAtStart - 200_000n, recipient: 199_840n });
      await endsAs('DELIVERED');
    });

    it('is no longer done where a reorg puts the payout into a block in which it does not move', async () => {
      const [source, destination] = await opened();
      source.mine(1);
      await under({});
      await worker.work(1);
      destination.mine(1);
      await worker.work(1);
      const before = await shown();
      destination.muted.add(transfer().recipient);

      house.reorg(destination, 1, 0, false);
      await worker.work(2);

      expect([before.stage, await shown()]).to.deep.equal(['DELIVERED', { status: 'BRIDGING', stage: 'VERIFYING', payer: payerAtStart - 200_000n, recipient: 0n }]);
      await endsAs('REFUNDED');
    });

    it('waits for an operator where it moved a part: neither a second payout nor a refund is right', async () => {
      const [source, destination] = await opened();
      const observe = house.custody.observe.bind(house.custody);
      house.custody.observe = async (chain, ...rest) => {
        const reading = await observe(chain, ...rest);
        const effects = chain !== destination.ref ? reading.effects : reading.effects.map((one) => (
          one.mined === null ? one : { ...one, mined: { ...one.mined, transfers: one.mined.transfers.map((moved) => ({ ...moved, units: 1n })) } }));
        return { ...reading, effects };
      };
      source.mine(1);
      await under({});
      await worker.work(1);
      destination.mine(1);
      await worker.work(1);
      destination.mine(finalDepth + 1);
      await worker.work(10);

      expect(await shown()).to.include({ status: 'BRIDGING', stage: 'VERIFYING', payer: payerAtStart - 200_000n });
      expect((await house.money.reader.effectsOf(transfer().id)).map(({ purpose }) => purpose)).to.deep.equal(['pull', 'payout']);
      expect(worker.said()).to.deep.equal(['payout-short']);
    });
  });

  async function opened(rail?: RailPort): Promise<ModelHouse['chains']> {
    house = await modelHouse(1, rail);
    worker = alteredWorker(house, {});
    await house.execute(0, 200_000n);
    return house.chains;
  }

  /** The same house under another configuration, as after a restart. */
  async function under(alterations: Alterations): Promise<void> {
    worker = alteredWorker(house, alterations);
    await worker.start();
  }

  function transfer(): ModelTransfer {
    const [first] = house.transfers;
    if (first === undefined) throw new Error('nothing was accepted');
    return first;
  }

  async function route(): Promise<Route> {
    const stored = await house.money.reader.route(transfer().id);
    if (stored === null) throw new Error('the route is gone');
    return stored;
  }

  async function shown() {
    const { status, stage } = await route();
    return { status, stage, payer: transfer().from.balance(transfer().payer), recipient: transfer().to.balance(transfer().recipient) };
  }

  async function openReservations(): Promise<readonly string[]> {
    const books = house.chains.flatMap(({ ref }) => [accounts.float, accounts.spender].flatMap((account) => ['native', transfer().permit.token].map((token) => ({ chain: ref, account, token }))));
    const all = await Promise.all(books.map((book) => house.money.reader.reservations(book)));
    return all.flat().filter((one) => one.state === 'open').map((one) => one.id);
  }

  async function endsAs(stage: string): Promise<void> {
    await settleHouse(house);
    expect(await auditSettled(house)).to.deep.equal({ wrong: [], stages: [stage] });
  }
});

/** A rail that takes the value itself, and then tells how far it is. */
function trackedRail(progress: readonly Progress[]): RailPort {
  return stockRail({ plan: { pullTo: 'spender' }, steps: () => [scriptedSteps.track()], progress });
}

import { scriptedSteps } from '@interline/plugins/testing';
import type { RailPort } from '@interline/ports';
import { auditHouse, auditSettled, settleHouse } from '../support/model/audit-house.ts';
import { accounts } from '../support/model/model-custody.ts';
import { freeOn, type ModelHouse, modelHouse } from '../support/model/model-house.ts';
import { stockRail } from '../support/stock-rail.ts';
import { expect } from 'chai';

describe('a reorg, as deep as it comes,', () => {
  let house: ModelHouse;
  afterEach(() => house.close());

  it('that puts a payout into a later block does not make its money free for the blocks between', async () => {
    const [, destination] = await delivered(200_000n);

    house.reorg(destination, 1, 1, false);
    await house.sweep();
    destination.mine(11);
    await house.read(destination);

    expect(await freeOn(house, destination)).to.deep.equal([800_160n]);
    await endsAs('DELIVERED');
  });

  it('that is found so late that the payout is final by then is no different', async () => {
    const [, destination] = await delivered(200_000n);

    house.reorg(destination, 1, 1, false);
    destination.mine(13, true);
    await house.sweep();

    // By the reading at hand, and by those of the payout's block and its neighbours.
    expect(await freeOn(house, destination)).to.deep.equal([
      800_160n,
      800_160n,
      800_160n,
      800_160n,
    ]);
    await endsAs('DELIVERED');
  });

  it('that makes a payout revert takes DONE back, and the recipient is paid after all', async () => {
    const [, destination] = await delivered(200_000n);
    destination.refused.add(recipient());

    house.reorg(destination, 1, 0, false);
    await house.sweep();

    expect([await stage(), destination.balance(recipient())]).to.deep.equal(['SENDING', 0n]);
    await endsAs('DELIVERED');
  });

  it('that takes a payout back finds what was pulled for it still set aside', async () => {
    const [source, destination] = await delivered(200_000n);
    await house.read(source);

    house.reorg(destination, 1, 2, false);

    expect(await auditHouse(house)).to.deep.equal([]);
    await endsAs('DELIVERED');
  });

  it('that puts a pull below the block it was prepared on does not make it inventory', async () => {
    const [source] = await opened(13);
    source.mine(4, true);
    await house.execute(0, 200_000n);

    house.reorg(source, 4, 0, false);
    source.mine(8);
    await house.read(source);

    expect(await freeOn(house, source)).to.deep.equal([1_000_000n]);
    await endsAs('DELIVERED');
  });

  it('that mines a pull whose nonce had been filled gives the payer the money back', async () => {
    const [source] = await opened(2);
    await house.execute(0, 200_000n);
    source.mine(1, true, 4_000);
    await house.work(60);
    source.mine(2);
    await house.work(60);
    const before = await stage();

    house.reorg(source, 3, 0, false);

    expect([before, source.balance(accounts.float)]).to.deep.equal(['NOT_PULLED', 1_200_000n]);
    await endsAs('REFUNDED');
  });

  it('that opens a route again which had failed takes back what its hooks were owed', async () => {
    const [source] = await opened(2);
    await house.execute(0, 200_000n);
    await house.store.run('register-hook', (tx) =>
      tx.webhooks.insertHook(
        {
          id: 'wh_1',
          routeId: house.transfers[0]?.id ?? '',
          url: 'https://shop.example/',
          host: 'shop.example',
          isSigned: false,
          createdAtMs: 0,
        },
        null,
      ),
    );
    const owed = async (): Promise<readonly string[]> =>
      (await house.store.reads.webhooks.deliveriesOf('wh_1')).map(({ state }) => state);
    source.mine(1, true, 4_000);
    await house.work(60);
    source.mine(2);
    await house.work(60);
    const before = await owed();

    house.reorg(source, 3, 0, false);
    await house.sweep();

    expect([before, await owed()]).to.deep.equal([['waiting'], ['withdrawn']]);
    await endsAs('REFUNDED');
    expect(await owed()).to.deep.equal(['waiting', 'withdrawn']);
  });

  it('that takes a refund of money that never was in the float sends it again', async () => {
    const [source] = await opened(
      13,
      stockRail({ plan: { pullTo: 'spender' }, steps: (order) => [scriptedSteps.call(order)] }),
    );
    await house.execute(0, 200_000n);
    source.mine(13);
    await house.work(60);
    source.mine(1);
    await house.work(60);
    const before = await stage();

    house.reorg(source, 1, 2, true);
    await house.sweep();

    expect([before, await stage()]).to.deep.equal(['REFUNDED', 'REFUNDING']);
    await endsAs('REFUNDED');
  });

  it('does not hide that somebody took a nonce of ours, however short each look is', async () => {
    const [source] = await opened(13);
    await house.execute(0, 200_000n);
    source.offer({
      hash: source.strangersHash(),
      from: accounts.spender,
      nonce: 0,
      action: { kind: 'noop' },
    });
    source.mine(1);
    await house.work(60);

    source.mine(12);
    await house.work(60);

    const pulls = await house.money.store.reads.transactions.effectsOf(
      house.transfers[0]?.id ?? '',
    );
    expect(pulls.map(({ nonce, state }) => ({ nonce, state }))).to.deep.equal([
      { nonce: 0, state: 'displaced' },
    ]);
    expect(await stage()).to.equal('QUARANTINED');
    await endsAs('DELIVERED');
  });

  async function opened(confirmations: number, rail?: RailPort): Promise<ModelHouse['chains']> {
    house = await modelHouse(confirmations, rail);
    return house.chains;
  }

  /**
   * A house with one transfer from its first chain to its second, whose payout is in the newest
   * block there.
   */
  async function delivered(units: bigint): Promise<ModelHouse['chains']> {
    const [source, destination] = await opened(13);
    await house.execute(0, units);
    source.mine(13);
    await house.work(60);
    destination.mine(1);
    await house.work(60);
    expect(await stage()).to.equal('DELIVERED');
    return [source, destination];
  }

  async function stage(): Promise<string | undefined> {
    return (await house.money.store.reads.transfers.route(house.transfers[0]?.id ?? ''))?.stage;
  }

  function recipient(): string {
    return house.transfers[0]?.recipient ?? '';
  }

  async function endsAs(last: string): Promise<void> {
    await settleHouse(house);
    expect(await auditSettled(house)).to.deep.equal({ wrong: [], stages: [last] });
  }
});

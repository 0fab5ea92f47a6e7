import { scriptedSteps } from '@interline/plugins/testing';
import type { RailPort } from '@interline/ports';
import { auditHarness, auditSettled, settleHarness } from '../support/model/audit-harness.ts';
import { accounts } from '../support/model/model-custody.ts';
import { freeOn, type ModelHarness, modelHarness } from '../support/model/model-harness.ts';
import { stockRail } from '../support/stock-rail.ts';
import { expect } from 'chai';

describe('a reorg, as deep as it comes,', () => {
  let harness: ModelHarness;
  afterEach(() => harness.close());

  it('that puts a payout into a later block does not make its money free for the blocks between', async () => {
    const [, destination] = await delivered(200_000n);

    harness.reorg(destination, 1, 1, false);
    await harness.sweep();
    destination.mine(11);
    await harness.read(destination);

    expect(await freeOn(harness, destination)).to.deep.equal([800_160n]);
    await endsAs('DELIVERED');
  });

  it('that is found so late that the payout is final by then is no different', async () => {
    const [, destination] = await delivered(200_000n);

    harness.reorg(destination, 1, 1, false);
    destination.mine(13, true);
    await harness.sweep();

    // By the reading at hand, and by those of the payout's block and its neighbours.
    expect(await freeOn(harness, destination)).to.deep.equal([
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

    harness.reorg(destination, 1, 0, false);
    await harness.sweep();

    expect([await stage(), destination.balance(recipient())]).to.deep.equal(['SENDING', 0n]);
    await endsAs('DELIVERED');
  });

  it('that takes a payout back finds what was pulled for it still reserved', async () => {
    const [source, destination] = await delivered(200_000n);
    await harness.read(source);

    harness.reorg(destination, 1, 2, false);

    expect(await auditHarness(harness)).to.deep.equal([]);
    await endsAs('DELIVERED');
  });

  it('that puts a pull below the block it was prepared on does not make it inventory', async () => {
    const [source] = await opened(13);
    source.mine(4, true);
    await harness.execute(0, 200_000n);

    harness.reorg(source, 4, 0, false);
    source.mine(8);
    await harness.read(source);

    expect(await freeOn(harness, source)).to.deep.equal([1_000_000n]);
    await endsAs('DELIVERED');
  });

  it('that mines a pull whose nonce had been filled gives the payer the money back', async () => {
    const [source] = await opened(2);
    await harness.execute(0, 200_000n);
    source.mine(1, true, 4_000);
    await harness.work(60);
    source.mine(2);
    await harness.work(60);
    const before = await stage();

    harness.reorg(source, 3, 0, false);

    expect([before, source.balance(accounts.float)]).to.deep.equal(['NOT_PULLED', 1_200_000n]);
    await endsAs('REFUNDED');
  });

  it('that opens a route again which had failed takes back what its hooks were owed', async () => {
    const [source] = await opened(2);
    await harness.execute(0, 200_000n);
    await harness.store.run('register-hook', (tx) =>
      tx.webhooks.insertHook(
        {
          id: 'wh_1',
          routeId: harness.transfers[0]?.id ?? '',
          url: 'https://shop.example/',
          host: 'shop.example',
          owner: 'c_1',
          isSigned: false,
          createdAtMs: 0,
        },
        null,
      ),
    );
    const owed = async (): Promise<readonly string[]> =>
      (await harness.store.reads.webhooks.deliveriesOf('wh_1')).map(({ state }) => state);
    source.mine(1, true, 4_000);
    await harness.work(60);
    source.mine(2);
    await harness.work(60);
    const before = await owed();

    harness.reorg(source, 3, 0, false);
    await harness.sweep();

    expect([before, await owed()]).to.deep.equal([['waiting'], ['withdrawn']]);
    await endsAs('REFUNDED');
    expect(await owed()).to.deep.equal(['waiting', 'withdrawn']);
  });

  it('that takes a refund of money that never was in the float sends it again', async () => {
    const [source] = await opened(
      13,
      stockRail({
        plan: { pullTo: 'spender' },
        steps: (order) => {
          const call = scriptedSteps.call(order);
          harness.chains[0].refused.add(call.to);
          return [call];
        },
      }),
    );
    await harness.execute(0, 200_000n);
    source.mine(13);
    await harness.work(60);
    source.mine(1);
    await harness.work(60);
    const before = await stage();

    harness.reorg(source, 1, 2, true);
    await harness.sweep();

    expect([before, await stage()]).to.deep.equal(['REFUNDED', 'REFUNDING']);
    await endsAs('REFUNDED');
  });

  it('does not hide that a stranger took a nonce of ours, however short each look is', async () => {
    const [source] = await opened(13);
    await harness.execute(0, 200_000n);
    source.offer({
      hash: source.strangersHash(),
      from: accounts.spender,
      nonce: 0,
      action: { kind: 'noop' },
    });
    source.mine(1);
    await harness.work(60);

    source.mine(12);
    await harness.work(60);

    const pulls = await harness.money.store.reads.transactions.transactionsOf(
      harness.transfers[0]?.id ?? '',
    );
    expect(pulls.map(({ slot, state }) => ({ slot, state }))).to.deep.equal([
      { slot: 0, state: 'displaced' },
    ]);
    expect(await stage()).to.equal('QUARANTINED');
    await endsAs('DELIVERED');
  });

  async function opened(confirmations: number, rail?: RailPort): Promise<ModelHarness['chains']> {
    harness = await modelHarness(confirmations, rail);
    return harness.chains;
  }

  /**
   * A harness with one transfer from its first chain to its second, whose payout is in the newest
   * block there.
   */
  async function delivered(units: bigint): Promise<ModelHarness['chains']> {
    const [source, destination] = await opened(13);
    await harness.execute(0, units);
    source.mine(13);
    await harness.work(60);
    destination.mine(1);
    await harness.work(60);
    expect(await stage()).to.equal('DELIVERED');
    return [source, destination];
  }

  async function stage(): Promise<string | undefined> {
    return (await harness.money.store.reads.transfers.route(harness.transfers[0]?.id ?? ''))?.stage;
  }

  function recipient(): string {
    return harness.transfers[0]?.recipient ?? '';
  }

  async function endsAs(last: string): Promise<void> {
    await settleHarness(harness);
    expect(await auditSettled(harness)).to.deep.equal({ wrong: [], stages: [last] });
  }
});

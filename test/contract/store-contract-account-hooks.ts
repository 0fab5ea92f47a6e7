import type { Writes } from '@interline/core';
import { type AccountHook, takeTurns } from '@interline/core/webhooks';
import { expect } from 'chai';
import type { ContractStore } from './contract-store.ts';
import { payer } from './store-samples.ts';

const dayMs = 86_400_000;

export function storeAccountHooks(given: () => ContractStore): void {
  const write = <T>(work: (tx: Writes) => Promise<T>): Promise<T> => given().run('write', work);
  const put = (...hooks: readonly AccountHook[]): Promise<void> =>
    write(async (tx) => {
      for (const one of hooks) await tx.webhooks.insertAccountHook(one, `secret of ${one.id}`);
    });
  const owe = (seq: number, kind = 'route.done', only?: string): Promise<void> =>
    write((tx) => tx.webhooks.oweToAccount({ account: payer, seq, kind, atMs: 9 }, only));
  const owedTo = async (id: string): Promise<readonly string[]> =>
    (await given().reads.webhooks.lastDeliveries(id, 9))
      .map(({ eventId, state }) => `${eventId.split('/').at(-1)} ${state}`)
      .sort();

  describe("an account's hook", () => {
    it('is read by its id and listed with the other hooks of its account', async () => {
      await put(
        hook('awh_2', { createdAtMs: 6 }),
        hook('awh_1'),
        hook('awh_3', { account: 'other' }),
      );

      const { webhooks } = given().reads;
      expect(await webhooks.accountHook('awh_1')).to.deep.equal(hook('awh_1'));
      expect(await webhooks.accountHook('awh_9')).to.equal(null);
      expect(await webhooks.accountHooks(payer)).to.deep.equal([
        hook('awh_1'),
        hook('awh_2', { createdAtMs: 6 }),
      ]);
      expect(await webhooks.hookSecret('awh_1')).to.equal('secret of awh_1');
    });

    it('is owed the events that it names while it is enabled, and any that is for it alone', async () => {
      await put(
        hook('awh_1', { events: ['route.done'] }),
        hook('awh_2', { events: ['*'] }),
        hook('awh_3', { disabledAtMs: 3 }),
      );

      await owe(1);
      await owe(2, 'route.failed');
      await owe(3, 'hook.test', 'awh_1');
      await owe(1);

      expect(await owedTo('awh_1')).to.deep.equal(['1 waiting', '3 waiting']);
      expect(await owedTo('awh_2')).to.deep.equal(['1 waiting', '2 waiting']);
      expect(await owedTo('awh_3')).to.deep.equal([]);
      expect(
        (
          await takeTurns(given())({
            nowMs: 9,
            limit: 9,
            perHost: 9,
            silentLimit: 9,
            underWay: [],
          })
        ).map(({ owner, host }) => [owner, host]),
      ).to.deep.equal([[payer, 'shop.example']]);
    });

    it('has its former secret until its time', async () => {
      await put(hook('awh_1'));
      await write((tx) => tx.webhooks.rotateSecret('awh_1', 'another', 100));

      const { webhooks } = given().reads;
      expect(await webhooks.hookSecret('awh_1')).to.equal('another');
      expect(await webhooks.formerSecret('awh_1', 99)).to.deep.equal({
        secret: 'secret of awh_1',
        untilMs: 100,
      });
      expect(await webhooks.formerSecret('awh_1', 100)).to.equal(null);
      expect(await webhooks.formerSecret('awh_9', 99)).to.equal(null);
    });

    it('counts its failures in a row, is stopped when it is disabled, and starts again from zero', async () => {
      await put(hook('awh_1'));
      await owe(1);
      const count = (isFailure: boolean) =>
        write((tx) => tx.webhooks.countFailure('awh_1', isFailure));

      const counted = [await count(true), await count(true), await count(false), await count(true)];
      await write((tx) => tx.webhooks.disableHook('awh_1', 7));
      const disabled = await given().reads.webhooks.accountHook('awh_1');
      const owed = await owedTo('awh_1');
      await write((tx) => tx.webhooks.disableHook('awh_1', null));

      expect(counted).to.deep.equal([1, 2, 0, 1]);
      expect([disabled, owed]).to.deep.equal([
        hook('awh_1', { failures: 1, disabledAtMs: 7 }),
        ['1 stopped'],
      ]);
      expect(await given().reads.webhooks.accountHook('awh_1')).to.deep.equal(hook('awh_1'));
    });

    it('is deleted with what it was sent, once', async () => {
      await put(hook('awh_1'), hook('awh_2'));
      await owe(1);

      const gone = await write((tx) => tx.webhooks.deleteAccountHook('awh_1'));

      expect([gone, await write((tx) => tx.webhooks.deleteAccountHook('awh_1'))]).to.deep.equal([
        true,
        false,
      ]);
      expect(await given().reads.webhooks.hookSecret('awh_1')).to.equal(null);
      expect([await owedTo('awh_1'), await owedTo('awh_2')]).to.deep.equal([[], ['1 waiting']]);
    });

    it('stays however old it is, and what it was sent is forgotten after ninety days', async () => {
      await put(hook('awh_1'));
      await owe(1);
      await owe(2);
      await write(async (tx) => {
        const [first] = await tx.webhooks.lastDeliveries('awh_1', 9);
        if (first === undefined) throw new Error('nothing is owed');
        await tx.webhooks.beginTry(first.id, 9, 99);
        await tx.webhooks.endTry(
          {
            deliveryId: first.id,
            number: 1,
            atMs: 9,
            tookMs: 1,
            outcome: 'answered',
            httpStatus: 204,
          },
          { state: 'delivered', dueAtMs: 9 },
        );
      });

      await write((tx) => tx.prune(9 + 90 * dayMs));
      const kept = await owedTo('awh_1');
      await write((tx) => tx.prune(10 + 90 * dayMs));

      expect(kept).to.have.length(2);
      expect((await owedTo('awh_1')).map((one) => one.split(' ')[1])).to.deep.equal(['waiting']);
      expect(await given().reads.webhooks.accountHook('awh_1')).to.deep.equal(hook('awh_1'));
    });
  });
}

function hook(id: string, change: Partial<AccountHook> = {}): AccountHook {
  return {
    id,
    account: payer,
    url: 'https://shop.example/interline',
    host: 'shop.example',
    events: ['*'],
    failures: 0,
    disabledAtMs: null,
    createdAtMs: 5,
    ...change,
  };
}

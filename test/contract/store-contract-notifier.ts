import { asUnits } from '@interline/kernel';
import { expect } from 'chai';
import type { ContractStore } from './contract-store.ts';
import { deposit } from './store-contract-deposits.ts';
import { rejection } from './store-rejection.ts';
import { route } from './store-samples.ts';

export function storeNotifier(given: () => ContractStore): void {
  describe('the notifier', () => {
    /** How often each of these routes was told of. */
    const listening = (...ids: readonly string[]): Map<string, number> => {
      const told = new Map<string, number>();
      for (const id of ids)
        given().notifier.onChanged(id, () => told.set(id, (told.get(id) ?? 0) + 1));
      return told;
    };
    const accept = (id: string) =>
      given().run('accept-route', (tx) => tx.transfers.insertRoute(route(id)));

    it('reports a route that a unit moved once it is committed, and no other route', async () => {
      const { run, reads, notifier } = given();
      await accept('rt_1');
      await accept('rt_2');
      const told = listening('rt_1', 'rt_2');
      const read = new Promise<string | undefined>((resolve) => {
        notifier.onChanged('rt_1', () => {
          void reads.transfers.route('rt_1').then((found) => resolve(found?.stage));
        });
      });

      await run('move', async (tx) => {
        await tx.transfers.moveRoute(route('rt_1'), { stage: 'PAYING' }, 5);
        expect(told.size).to.equal(0);
      });

      expect([...told]).to.deep.equal([['rt_1', 1]]);
      expect(await read).to.equal('PAYING');
    });

    it('reports a route that was accepted in the place of one that waited, and a deposit', async () => {
      const { run } = given();
      await accept('rt_1');
      await run('accept', (tx) => tx.transfers.insertDeposit(deposit('rt_2', 0)));
      const told = listening('rt_1', 'rt_2');

      await run('replace', (tx) => tx.transfers.replaceRoute(route('rt_1'), route('rt_1')));
      await run('see', (tx) =>
        tx.transfers.moveDeposit(deposit('rt_2', 0), { credited: asUnits(1n) }),
      );

      expect([...told]).to.deep.equal([
        ['rt_1', 1],
        ['rt_2', 1],
      ]);
    });

    it('reports nothing that was not committed, in a unit or in one within it', async () => {
      const { run } = given();
      for (const id of ['rt_1', 'rt_2', 'rt_3']) await accept(id);
      const told = listening('rt_1', 'rt_2', 'rt_3');
      const move = (id: string) =>
        run('move', async (tx) => {
          await tx.transfers.moveRoute(route(id), { stage: 'PAYING' }, 5);
          if (id !== 'rt_3') throw new Error('it gives up');
        });

      await rejection(move('rt_1'));
      await run('around', async () => {
        await rejection(move('rt_2'));
        await move('rt_3');
        expect(told.size).to.equal(0);
      });

      expect([...told]).to.deep.equal([['rt_3', 1]]);
    });

    it('reports nothing more to a listener that was ended, and everything to the others', async () => {
      const { notifier, run } = given();
      await accept('rt_1');
      const told = listening('rt_1');
      let ended = 0;
      const end = notifier.onChanged('rt_1', () => {
        ended += 1;
      });

      end();
      end();
      await run('move', (tx) => tx.transfers.moveRoute(route('rt_1'), { stage: 'PAYING' }, 5));

      expect([told.get('rt_1'), ended]).to.deep.equal([1, 0]);
    });
  });
}

import { expect } from 'chai';
import type { ContractStore } from './contract-store.ts';
import { rejection } from './store-rejection.ts';
import { route } from './store-samples.ts';

export function storeUnits(given: () => ContractStore): void {
  describe('a unit', () => {
    it('keeps the 45 of 50 parallel units that did not throw, whole, and nothing of the other five', async () => {
      const { run, reads } = given();
      const unit = (at: number) =>
        run('accept-route', async (tx) => {
          await tx.transfers.insertRoute(route(`rt_${at}_a`));
          if (at % 10 === 3) throw new Error(`unit ${at} gives up`);
          await tx.transfers.insertRoute(route(`rt_${at}_b`));
          return at;
        });

      const endings = await Promise.allSettled(Array.from({ length: 50 }, (_, at) => unit(at)));

      expect(endings.filter(({ status }) => status === 'fulfilled')).to.have.length(45);
      expect(
        endings.flatMap((one) =>
          one.status === 'rejected' ? [(one.reason as Error).message] : [],
        ),
      ).to.deep.equal([
        'unit 3 gives up',
        'unit 13 gives up',
        'unit 23 gives up',
        'unit 33 gives up',
        'unit 43 gives up',
      ]);
      expect(await reads.transfers.counts()).to.deep.equal({ routes: 90, open: 90 });
      expect(await reads.transfers.route('rt_3_a')).to.equal(null);
      expect((await reads.transfers.route('rt_4_b'))?.id).to.equal('rt_4_b');
    });

    it('runs after the ones before it, and settles in that order', async () => {
      const { run } = given();
      const ran: number[] = [];
      const settled: number[] = [];

      await Promise.all(
        [1, 2, 3].map((at) =>
          run('count', async () => {
            ran.push(at);
          }).then(() => settled.push(at)),
        ),
      );

      expect(ran).to.deep.equal([1, 2, 3]);
      expect(settled).to.deep.equal([1, 2, 3]);
    });

    it('sees its own rows, while readers see none before the commit', async () => {
      const { run, reads } = given();

      const seen = await run('accept-route', async (tx) => {
        await tx.transfers.insertRoute(route('rt_1'));
        return {
          inside: (await tx.transfers.route('rt_1'))?.id,
          outside: await reads.transfers.route('rt_1'),
        };
      });

      expect(seen).to.deep.equal({ inside: 'rt_1', outside: null });
      expect((await reads.transfers.route('rt_1'))?.id).to.equal('rt_1');
    });

    it('joins the unit it is started in: both stay or neither', async () => {
      const { run, reads } = given();

      await run('outer', async (tx) => {
        await tx.transfers.insertRoute(route('rt_1'));
        await run('inner', async (inner) => {
          expect((await inner.transfers.route('rt_1'))?.id).to.equal('rt_1');
          await inner.transfers.insertRoute(route('rt_2'));
        });
      });
      const error = await rejection(
        run('outer', async () => {
          await run('inner', (inner) => inner.transfers.insertRoute(route('rt_3')));
          throw new Error('the outer one gives up');
        }),
      );

      expect(error.message).to.equal('the outer one gives up');
      expect(await reads.transfers.counts()).to.deep.equal({ routes: 2, open: 2 });
    });

    it('leaves nothing of an inner unit that threw, when the outer one goes on', async () => {
      const { run, reads } = given();

      await run('outer', async (tx) => {
        await tx.transfers.insertRoute(route('rt_1'));
        const error = await rejection(
          run('inner', async (inner) => {
            await inner.transfers.insertRoute(route('rt_2'));
            throw new Error('the inner one gives up');
          }),
        );
        expect(error.message).to.equal('the inner one gives up');
        await tx.transfers.insertRoute(route('rt_3'));
      });

      expect((await reads.transfers.unsettledRoutes(10)).map(({ id }) => id)).to.deep.equal([
        'rt_1',
        'rt_3',
      ]);
    });

    it('runs parallel inner units one after another', async () => {
      const { run, reads } = given();

      await run('outer', async () => {
        const endings = await Promise.allSettled(
          ['rt_1', 'rt_2', 'rt_3'].map((id) =>
            run('inner', async (inner) => {
              await inner.transfers.insertRoute(route(id));
              if (id === 'rt_2') throw new Error('the second gives up');
            }),
          ),
        );
        expect(endings.map(({ status }) => status)).to.deep.equal([
          'fulfilled',
          'rejected',
          'fulfilled',
        ]);
      });

      expect((await reads.transfers.unsettledRoutes(10)).map(({ id }) => id)).to.deep.equal([
        'rt_1',
        'rt_3',
      ]);
    });

    it('is a new unit when it is started by what a finished unit left running', async () => {
      const { run, reads } = given();
      let late: Promise<void> = Promise.resolve();

      await run('first', async () => {
        late = new Promise((resolve) => setTimeout(resolve, 5)).then(() =>
          run('late', (tx) => tx.transfers.insertRoute(route('rt_1'))),
        );
      });
      await late;

      expect(await reads.transfers.counts()).to.deep.equal({ routes: 1, open: 1 });
    });

    it('cannot write once it is over', async () => {
      const { run, reads } = given();
      const kept = await run('leaks', async (tx) => ({ tx }));

      const error = await rejection(kept.tx.transfers.insertRoute(route('rt_1')));

      expect(error.message).to.contain('is over');
      expect(await reads.transfers.counts()).to.deep.equal({ routes: 0, open: 0 });
    });
  });
}

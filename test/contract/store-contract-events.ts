import type { Writes } from '@interline/core';
import type { AccountEvent, Session } from '@interline/core/accounts';
import { expect } from 'chai';
import type { ContractStore } from './contract-store.ts';
import { rejection } from './store-rejection.ts';
import { base, optimism, payer, permit, route } from './store-samples.ts';

const ofCode = `${base}/${payer}`;

export function storeEvents(given: () => ContractStore): void {
  const write = <T>(work: (tx: Writes) => Promise<T>): Promise<T> => given().run('write', work);
  const begin = (change: Partial<Session> = {}): Promise<void> =>
    write((tx) => tx.accounts.insertSession(session(change)));
  const record = (event: Happened = accepted): Promise<readonly AccountEvent[]> =>
    write((tx) => tx.accounts.recordEvents([payer, ofCode], event));
  const seqsOf = async (account: string): Promise<readonly number[]> =>
    (await given().reads.accounts.events(account, 0, 1_000)).map(({ seq }) => seq);

  describe("an account's event", () => {
    it('is recorded for the accounts that have signed in, and for no other account', async () => {
      const before = await record();
      await begin();
      const first = await record();
      await begin({ tokenHash: 't2', account: { address: payer, onlyOn: base } });
      const second = await record(done);

      expect(before).to.deep.equal([]);
      expect(first).to.deep.equal([{ ...accepted, account: payer, seq: 1 }]);
      expect(second).to.have.deep.members([
        { ...done, account: payer, seq: 2 },
        { ...done, account: ofCode, seq: 1 },
      ]);
      const { accounts } = given().reads;
      expect(await accounts.events(payer, 0, 9)).to.deep.equal([
        { ...accepted, account: payer, seq: 1 },
        { ...done, account: payer, seq: 2 },
      ]);
      expect(await accounts.events(payer, 1, 9)).to.have.length(1);
      expect(await accounts.events(payer, 0, 1)).to.have.length(1);
      expect(await accounts.events(payer, 2, 9)).to.deep.equal([]);
    });

    it('has the next number when many are recorded at once, and a unit that fails leaves no gap', async () => {
      await begin();

      const all = await Promise.allSettled(
        Array.from({ length: 60 }, (_, at) =>
          write(async (tx) => {
            await tx.accounts.recordEvents([payer], accepted);
            if (at % 3 === 0) throw new Error('the unit fails');
          }),
        ),
      );

      expect(all.filter(({ status }) => status === 'rejected')).to.have.length(20);
      expect(await seqsOf(payer)).to.deep.equal(Array.from({ length: 40 }, (_, at) => at + 1));
    });

    it('is notified of under the id of its account, once it is committed', async () => {
      await begin();
      let heard = 0;
      const end = given().notifier.onChanged(payer, () => {
        heard += 1;
      });

      await record();
      await rejection(
        write(async (tx) => {
          await tx.accounts.recordEvents([payer], done);
          throw new Error('the unit fails');
        }),
      );
      end();

      expect(heard).to.equal(1);
    });

    it('is forgotten after a hundred days, and the numbers go on', async () => {
      await begin();
      await record();
      const hundredDaysMs = 100 * 86_400_000;

      await write((tx) => tx.prune(accepted.atMs + hundredDaysMs));
      const kept = await seqsOf(payer);
      await write((tx) => tx.prune(accepted.atMs + hundredDaysMs + 1));

      expect([kept, await seqsOf(payer)]).to.deep.equal([[1], []]);
      expect((await record()).map(({ seq }) => seq)).to.deep.equal([2]);
    });
  });

  describe("a payer's routes", () => {
    it('are counted by status, and chosen by status, time and refund', async () => {
      const held = { stage: 'REFUND_HELD', createdAtMs: 3 } as const;
      const back = {
        status: 'FAILED',
        stage: 'REFUNDED',
        refundTx: '0xbb',
        createdAtMs: 4,
      } as const;
      await write(async (tx) => {
        for (const [at, change] of [
          { createdAtMs: 1 },
          { status: 'DONE', createdAtMs: 2 } as const,
          held,
          back,
          { status: 'FAILED', stage: 'NOT_PULLED', createdAtMs: 5 } as const,
          { isSimulated: true, createdAtMs: 6 },
          { createdAtMs: 7, permit: permit(7n, { chain: optimism }) },
        ].entries())
          await tx.transfers.insertRoute(
            route(`rt_${at + 1}`, { permit: permit(BigInt(at + 1)), ...change }),
          );
      });
      const { transfers } = given().reads;
      const idsOf = async (only: object): Promise<readonly string[]> =>
        (await transfers.routesOfPayer({ payer, chains: [base], after: null, limit: 9, only })).map(
          ({ id }) => id,
        );

      expect(await transfers.countOfPayer({ payer, chains: [base] })).to.deep.equal(
        new Map([
          ['BRIDGING', 2],
          ['DONE', 1],
          ['FAILED', 2],
        ]),
      );
      expect(
        (await transfers.countOfPayer({ payer, chains: [base, optimism] })).get('BRIDGING'),
      ).to.equal(3);
      expect(await transfers.countOfPayer({ payer, chains: [] })).to.deep.equal(new Map());
      expect(await idsOf({})).to.deep.equal(['rt_5', 'rt_4', 'rt_3', 'rt_2', 'rt_1']);
      expect(await idsOf({ status: 'FAILED' })).to.deep.equal(['rt_5', 'rt_4']);
      expect(await idsOf({ sinceMs: 4 })).to.deep.equal(['rt_5', 'rt_4']);
      expect(await idsOf({ untilMs: 2 })).to.deep.equal(['rt_1']);
      expect(await idsOf({ isRefund: true })).to.deep.equal(['rt_4', 'rt_3']);
      expect(await idsOf({ isHeld: true })).to.deep.equal(['rt_3']);
    });
  });
}

type Happened = Omit<AccountEvent, 'account' | 'seq'>;

const accepted: Happened = {
  kind: 'route.accepted',
  atMs: 1_763_600_012_000,
  about: { routeId: 'rt_1', status: 'BRIDGING', srcTx: null },
};
const done: Happened = { ...accepted, kind: 'route.done', atMs: 1_763_600_013_000 };

export function session(change: Partial<Session>): Session {
  return {
    tokenHash: 't1',
    account: { address: payer, onlyOn: null },
    chain: base,
    scopes: ['account.read'],
    proof: null,
    mandateKey: null,
    createdAtMs: 5,
    expiresAtMs: 1_863_600_012_000,
    checkedAtMs: 5,
    ...change,
  };
}

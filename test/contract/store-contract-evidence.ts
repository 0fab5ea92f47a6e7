import type { Writes } from '@interline/core';
import type { ContractStore } from './contract-store.ts';
import { chainRef } from '@interline/kernel';
import { expect } from 'chai';

export function storeEvidence(given: () => ContractStore): void {
  const insert = (seq: number): Promise<void> =>
    given().run('insert', (tx) => tx.evidence.insertReceiptKey(key(seq), `sealed ${seq}`));

  describe('a key that signs receipts', () => {
    it('comes back with the others, the oldest first, and only the last has its sealed half', async () => {
      const { evidence } = given().reads;
      await insert(1);
      const before = await evidence.sealedReceiptKey(1);
      await insert(2);

      expect(await evidence.receiptKeys()).to.deep.equal([key(1), key(2)]);
      expect([
        before,
        await evidence.sealedReceiptKey(1),
        await evidence.sealedReceiptKey(2),
        await evidence.sealedReceiptKey(3),
      ]).to.deep.equal(['sealed 1', null, 'sealed 2', null]);
    });

    it('is drawn once under its number', async () => {
      await insert(1);
      const again = await insert(1).then(
        () => 'stood',
        () => 'failed',
      );

      expect(again).to.equal('failed');
      expect(await given().reads.evidence.receiptKeys()).to.deep.equal([key(1)]);
    });
  });

  describe('the receipt of a route', () => {
    const first = receipt('rt_1', 1);

    it('comes back as it was kept: that of the last end', async () => {
      const insert = (...all: readonly ReturnType<typeof receipt>[]) =>
        given().run('insert', async (tx) => {
          const written: boolean[] = [];
          for (const one of all) written.push(await tx.evidence.insertReceipt(one));
          return written;
        });
      const written = await insert(first, receipt('rt_2', 1), receipt('rt_1', 2));
      const again = await insert({ ...first, jws: 'another' });
      const { evidence } = given().reads;

      expect([...written, ...again]).to.deep.equal([true, true, true, false]);
      expect(await evidence.lastReceipt('rt_1')).to.deep.equal({
        ...receipt('rt_1', 2),
        place: null,
      });
      expect([
        (await evidence.lastReceipt('rt_2'))?.jws,
        await evidence.lastReceipt('rt_3'),
      ]).to.deep.equal(['jws of rt_2, 1', null]);
    });

    it('of the sandbox is forgotten a week after its end, and no other', async () => {
      const weekMs = 604_800_000;
      await given().run('insert', async (tx) => {
        await tx.evidence.insertReceipt(first);
        await tx.evidence.insertReceipt({ ...receipt('rt_2', 1), isSandbox: true });
      });
      const left = async (nowMs: number) => {
        await given().run('prune', (tx) => tx.prune(nowMs));
        const { evidence } = given().reads;
        return [await evidence.lastReceipt('rt_1'), await evidence.lastReceipt('rt_2')].map(
          (one) => one !== null,
        );
      };

      expect([
        await left(first.endedAtMs + weekMs),
        await left(first.endedAtMs + weekMs + 1),
      ]).to.deep.equal([
        [true, true],
        [true, false],
      ]);
    });
  });

  storeReceiptLog(given);
}

function storeReceiptLog(given: () => ContractStore): void {
  const run = (work: (tx: Writes) => Promise<unknown>) => given().run('log', work);
  const entry = (place: number) => ({
    kind: 'receipt' as const,
    hash: `${place}`.padStart(64, '0'),
    place,
    leafHash: `${place}`.padStart(64, 'f'),
  });

  describe('the log of receipts', () => {
    it('takes up what waits, the oldest first, and none of the sandbox', async () => {
      await run(async (tx) => {
        await tx.evidence.insertReceipt({ ...receipt('rt_2', 1), endedAtMs: 20 });
        await tx.evidence.insertReceipt({ ...receipt('rt_1', 1), endedAtMs: 10 });
        await tx.evidence.insertReceipt({ ...receipt('rt_3', 1), endedAtMs: 5, isSandbox: true });
      });
      const { evidence } = given().reads;
      const waiting = await evidence.waitingReceipts(10);
      await run((tx) => tx.evidence.placeReceipts([{ routeId: 'rt_1', number: 1, place: 3 }]));

      expect(waiting.map(({ routeId }) => routeId)).to.deep.equal(['rt_1', 'rt_2']);
      expect((await evidence.waitingReceipts(10)).map(({ routeId }) => routeId)).to.deep.equal([
        'rt_2',
      ]);
      expect((await evidence.lastReceipt('rt_1'))?.place).to.equal(3);
      expect([
        await evidence.oldestUnlogged(0),
        await evidence.oldestUnlogged(4),
        await evidence.oldestUnlogged(3),
      ]).to.deep.equal([10, 20, 10]);
    });

    it('gives a place once, to a receipt and to an entry', async () => {
      const failed = (work: Promise<unknown>) =>
        work.then(
          () => 'stood',
          () => 'failed',
        );
      await run(async (tx) => {
        await tx.evidence.insertReceipt(receipt('rt_1', 1));
        await tx.evidence.placeReceipts([{ routeId: 'rt_1', number: 1, place: 0 }]);
        await tx.evidence.appendEntries([entry(0), entry(1)]);
      });
      const again = await failed(
        run((tx) => tx.evidence.placeReceipts([{ routeId: 'rt_1', number: 1, place: 1 }])),
      );

      expect([
        again,
        await failed(run((tx) => tx.evidence.appendEntries([entry(1)]))),
      ]).to.deep.equal(['failed', 'failed']);
      const { evidence } = given().reads;
      expect(await evidence.logSize()).to.equal(2);
      expect(await evidence.entries(1, 5)).to.deep.equal([
        { kind: 'receipt', hash: entry(1).hash },
      ]);
      expect([await evidence.entryOf(entry(1).leafHash), await evidence.entryOf('')]).to.deep.equal(
        [entry(1), null],
      );
    });

    it('gives many receipts their places, and none if one of them has its place already', async () => {
      const all = Array.from({ length: 256 }, (_, at) => ({
        routeId: `rt_${at}`,
        number: 1,
        place: 255 - at,
      }));
      await run(async (tx) => {
        for (const { routeId } of all) await tx.evidence.insertReceipt(receipt(routeId, 1));
        await tx.evidence.insertReceipt(receipt('rt_0', 2));
        await tx.evidence.placeReceipts([]);
        await tx.evidence.placeReceipts(all);
      });
      const { evidence } = given().reads;
      const again = await run((tx) =>
        tx.evidence.placeReceipts([
          { routeId: 'rt_0', number: 2, place: 256 },
          { routeId: 'rt_1', number: 1, place: 257 },
        ]),
      ).then(
        () => 'stood',
        () => 'failed',
      );
      const kept = await Promise.all(
        ['rt_0', 'rt_1', 'rt_255'].map((id) => evidence.lastReceipt(id)),
      );

      expect(again).to.equal('failed');
      expect(kept.map((one) => one?.place)).to.deep.equal([null, 254, 0]);
    });

    it('keeps by days of ends how long the receipt waited that waited longest', async () => {
      const dayMs = 86_400_000;
      const ends = [dayMs + 5, dayMs + 9, 2 * dayMs - 1, 2 * dayMs];
      await run(async (tx) => {
        for (const [at, endedAtMs] of ends.entries())
          await tx.evidence.insertReceipt({ ...receipt(`rt_${at}`, 1), endedAtMs });
        await tx.evidence.placeReceipts(
          ends.map((_, place) => ({ routeId: `rt_${place}`, number: 1, place })),
        );
      });
      const { evidence } = given().reads;
      const seen: unknown[] = [];
      for (const [from, to] of [
        [1, 2],
        [0, 2],
        [1, 4],
      ] as const) {
        await run((tx) => tx.evidence.noteMergeDelays({ from, to }, 2 * dayMs + 5));
        seen.push([
          await evidence.mergeDelay('1970-01-02'),
          await evidence.mergeDelay('1970-01-03'),
        ]);
      }

      expect(seen).to.deep.equal([
        [dayMs - 4, null],
        [dayMs, null],
        [dayMs, 5],
      ]);
    });

    it('has the larger of two checkpoints of one name, and any under a new name', async () => {
      const head = (path: string, size: number) => ({
        name: 'published' as const,
        path,
        size,
        note: `${path} ${size}`,
      });
      const { evidence } = given().reads;
      const kept: unknown[] = [];
      for (const one of [head('receipts', 8), head('receipts', 4), head('receipts/2', 4)]) {
        await run((tx) => tx.evidence.keepHead(one));
        kept.push((await evidence.head('published'))?.note);
      }

      expect(kept).to.deep.equal(['receipts 8', 'receipts 8', 'receipts/2 4']);
      expect(await evidence.head('signed')).to.equal(null);
    });
  });

  describe('the reserves of a day, and its report', () => {
    const owed = (routeId: string, place: number) => ({
      epoch: '2026-11-23',
      routeId,
      chain: chainRef('eip155:8453'),
      token: 'native',
      place,
      units: 2n ** 255n,
      salt: '07'.repeat(32),
    });

    it('come back as they were kept, the leaves in their order, and get one place', async () => {
      const reserves = { epoch: '2026-11-23', jws: 'e30.e30.e30', atMs: 7, place: null };
      await run((tx) => tx.evidence.insertReserves(reserves, [owed('rt_b', 1), owed('rt_a', 0)]));
      const { evidence } = given().reads;
      const waiting = await evidence.waitingReserves();
      await run((tx) => tx.evidence.placeReserves('2026-11-23', 5));

      expect(waiting).to.deep.equal([reserves]);
      expect(await evidence.waitingReserves()).to.deep.equal([]);
      expect(await evidence.lastReserves()).to.deep.equal({ ...reserves, place: 5 });
      expect(await evidence.owedRoutes('2026-11-23', owed('', 0))).to.deep.equal([
        owed('rt_a', 0),
        owed('rt_b', 1),
      ]);
      expect([
        await evidence.owedRoute('2026-11-23', 'rt_b'),
        await evidence.owedRoute('2026-11-24', 'rt_b'),
      ]).to.deep.equal([owed('rt_b', 1), null]);
    });

    it('is the first one that was kept of that day', async () => {
      const report = (routes: number) => ({
        day: '2026-11-23',
        outcomes: [{ outcome: 'delivered' as const, routes }],
        lanes: [],
        refunds: null,
        money: { volumeMicroUsd: 2n ** 64n, feesMicroUsd: 1n, gasMicroUsd: 0n },
        logSize: 64,
        mergeDelayMaxMinutes: 1,
        incidents: null,
      });
      await run((tx) => tx.evidence.keepReport(report(12)));
      await run((tx) => tx.evidence.keepReport(report(13)));
      const { evidence } = given().reads;

      expect(await evidence.report('2026-11-23')).to.deep.equal(report(12));
      expect(await evidence.report('2026-11-24')).to.equal(null);
    });
  });
}

function receipt(routeId: string, number: number) {
  return {
    routeId,
    number,
    jws: `jws of ${routeId}, ${number}`,
    salt: '07'.repeat(32),
    endedAtMs: 1_800_000_000_000,
    isSandbox: false,
  };
}

function key(seq: number) {
  return {
    seq,
    kid: `kid ${seq}`,
    x: `x ${seq}`,
    notBeforeMs: seq * 7_776_000_000,
    notAfterMs: (seq + 1) * 7_776_000_000,
  };
}

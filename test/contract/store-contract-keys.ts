import type { ApiKey, KeyedRequest, KeyUse } from '@interline/core/api-keys';
import type { ContractStore } from './contract-store.ts';
import { rejection } from './store-rejection.ts';
import { expect } from 'chai';

export function storeKeys(given: () => ContractStore): void {
  const insert = (...keys: readonly ApiKey[]) =>
    given().run('insert', async (tx) => {
      for (const one of keys) await tx.apiKeys.insertApiKey(one);
    });
  const count = (hash: string, use: readonly KeyUse[], recent: readonly KeyedRequest[] = []) =>
    given().run('count', (tx) => tx.apiKeys.countKeyUse(hash, use, recent));

  describe("a client's key", () => {
    it('comes back under its hash, and under no other', async () => {
      const { reads } = given();

      await insert(key('h1'), key('h2', 'żółw 🐢'));

      expect([
        await reads.apiKeys.apiKey('h1'),
        await reads.apiKeys.apiKey('h2'),
        await reads.apiKeys.apiKey('h3'),
      ]).to.deep.equal([key('h1'), key('h2', 'żółw 🐢'), null]);
      expect([
        await reads.apiKeys.keyUse('h1', 0),
        await reads.apiKeys.keyedRequests('h1'),
        await reads.apiKeys.keyedRequests('h3'),
      ]).to.deep.equal([[], [], []]);
    });

    it('is made once', async () => {
      await insert(key('h1'));

      expect(await rejection(insert(key('h1', 'another')))).to.be.instanceOf(Error);
      expect(await given().reads.apiKeys.apiKey('h1')).to.deep.equal(key('h1'));
    });

    it('is deleted with its use, and is no longer a key when it has ended', async () => {
      const { reads } = given();
      const ending = { ...key('h3'), endsAtMs: startMs + 1_000 };
      await insert(key('h1'), key('h2'), ending);
      await count('h1', [use(startMs, '/a', 2, 1)]);
      const deleted = (hash: string) =>
        given().run('delete', (tx) => tx.apiKeys.deleteApiKey(hash));

      expect([await deleted('h1'), await deleted('h1')]).to.deep.equal([true, false]);
      await given().run('prune', (tx) => tx.prune(startMs + 999));
      const before = await reads.apiKeys.apiKey('h3');
      await given().run('prune', (tx) => tx.prune(startMs + 1_000));

      expect([before, await reads.apiKeys.apiKey('h3')]).to.deep.equal([ending, null]);
      expect(await reads.apiKeys.apiKey('h2')).to.deep.equal(key('h2'));
      expect(await reads.apiKeys.keyUse('h1', 0)).to.deep.equal([]);
    });

    it('adds up what is done with it, by path and slot', async () => {
      const { reads } = given();
      await insert(key('h1'), key('h2'));

      await count('h1', [use(startMs, '/a', 2, 1), use(startMs, '/b', 1, 0)]);
      await count('h1', [use(startMs, '/a', 3, 0), use(startMs + 300_000, '/a', 5, 5)]);
      await count('h2', [use(startMs, '/a', 7, 0)]);

      expect(await reads.apiKeys.keyUse('h1', startMs)).to.deep.equal([
        use(startMs, '/a', 5, 1),
        use(startMs, '/b', 1, 0),
        use(startMs + 300_000, '/a', 5, 5),
      ]);
      expect(await reads.apiKeys.keyUse('h1', startMs + 1)).to.deep.equal([
        use(startMs + 300_000, '/a', 5, 5),
      ]);
      expect(await reads.apiKeys.keyUse('h2', 0)).to.deep.equal([use(startMs, '/a', 7, 0)]);
    });

    it('adds up what is counted for it at once', async () => {
      await insert(key('h1'));

      await Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          count('h1', [use(startMs, '/a', 1, 0)], [request(at)]),
        ),
      );

      expect(await given().reads.apiKeys.keyUse('h1', 0)).to.deep.equal([
        use(startMs, '/a', 20, 0),
      ]);
      expect(
        (await given().reads.apiKeys.keyedRequests('h1')).map(({ atMs }) => atMs),
      ).to.deep.equal(Array.from({ length: 20 }, (_, at) => startMs + 19 - at));
    });

    it('keeps its newest 20 requests, the newest first, whatever order they are counted in', async () => {
      await insert(key('h1'));

      await count('h1', [], [9, 8, 7, 6, 5, 4, 3, 2, 1, 0].map(request));
      await count('h1', [], [30, 29, 28, 27, 26, 25].map(request));
      await count('h1', [], [20, 19, 18, 17, 16, 15].map(request));

      expect(await given().reads.apiKeys.keyedRequests('h1')).to.deep.equal(
        [30, 29, 28, 27, 26, 25, 20, 19, 18, 17, 16, 15, 9, 8, 7, 6, 5, 4, 3, 2].map(request),
      );
    });

    it('that was never made counts nothing', async () => {
      await count('h9', [use(startMs, '/a', 1, 0)], [request(0)]);

      expect([
        await given().reads.apiKeys.apiKey('h9'),
        await given().reads.apiKeys.keyUse('h9', 0),
      ]).to.deep.equal([null, []]);
    });

    it('stays, while its use is forgotten after 25 hours and not a millisecond sooner', async () => {
      const { run, reads } = given();
      await insert(key('h1'));
      await count('h1', [use(startMs, '/a', 1, 0)]);

      await run('prune', (tx) => tx.prune(startMs + 90_000_000));
      const kept = await reads.apiKeys.keyUse('h1', 0);
      await run('prune', (tx) => tx.prune(startMs + 90_000_001));

      expect([
        kept.length,
        await reads.apiKeys.keyUse('h1', 0),
        await reads.apiKeys.apiKey('h1'),
      ]).to.deep.equal([1, [], key('h1')]);
    });
  });
}

const startMs = 1_763_640_000_000;

function key(hash: string, label = 'my shop'): ApiKey {
  return { hash, label, createdAtMs: startMs, endsAtMs: null };
}

function use(slotMs: number, path: string, total: number, errors: number): KeyUse {
  return { slotMs, path, total, errors };
}

function request(at: number): KeyedRequest {
  return { path: '/api/route/quote', status: 200, tookMs: at, atMs: startMs + at };
}

import type { WatchedCheckpoint } from '@interline/ports';
import { RelayError } from '@interline/kernel';
import { expect } from 'chai';
import { lookAtWitnesses } from './look-at-witnesses.ts';

const minuteMs = 60_000;

describe('a look at the witnesses', () => {
  let nowMs: number;
  /** The started looks: how each ends, and whether a second of it has passed. */
  let looks: PromiseWithResolvers<WatchedCheckpoint>[];
  let seconds: PromiseWithResolvers<void>[];
  let look: ReturnType<typeof lookAtWitnesses>;
  beforeEach(() => {
    [nowMs, looks, seconds] = [0, [], []];
    look = lookAtWitnesses({
      store: {
        reads: {
          logs: { identity: async () => ({ origin: 'mint', sigPub: '', sealed: '' }) },
          passes: { mintLeaves: async () => [{ seq: 1, text: 'leaf', published: null }] },
        },
      },
      transparencyLog: {
        witnesses: ['one', 'two', 'three'].map((name) => ({ name, vkeys: [] })),
        treeOf: ({ length }) => ({ size: length, readTile: async () => null }),
        cosign() {
          const begun = Promise.withResolvers<WatchedCheckpoint>();
          looks.push(begun);
          return begun.promise;
        },
      },
      clock: {
        monotonic: () => nowMs,
        alarm() {
          const second = Promise.withResolvers<void>();
          seconds.push(second);
          return { rang: second.promise, cancel: () => undefined };
        },
      },
    });
  });

  it('that takes longer than a second is reported once it has ended, and the previous one until then', async () => {
    const first = look();
    await begun(1);
    looks[0]?.resolve(cosignedBy(3));
    const seen = [await first];
    nowMs = minuteMs;
    const waiting = [look(), look()];
    await begun(2);
    seconds[1]?.resolve();
    seen.push(...(await Promise.all(waiting)), await look());
    looks[1]?.resolve(cosignedBy(2));
    await settled();
    seen.push(await look());

    expect(seen.map((one) => one?.cosigning)).to.deep.equal([3, 3, 3, 3, 2]);
    expect(looks.length).to.equal(2);
  });

  it('reports nothing after a second if it is the first', async () => {
    const first = look();
    await begun(1);
    seconds[0]?.resolve();
    const early = await first;
    looks[0]?.resolve(cosignedBy(1));
    await settled();

    expect([early, await look()]).to.deep.equal([null, { named: 3, cosigning: 1 }]);
  });

  it('is repeated by the next caller after a failure', async () => {
    const failing = look();
    await begun(1);
    looks[0]?.reject(new RelayError('STORE_DOWN'));
    const failed: unknown = await failing.catch((error: unknown) => error);
    const again = look();
    await begun(2);
    looks[1]?.resolve(cosignedBy(3));

    expect(failed).to.include({ code: 'STORE_DOWN' });
    expect(await again).to.deep.equal({ named: 3, cosigning: 3 });
  });

  async function begun(count: number): Promise<void> {
    await settled();
    expect(looks.length).to.equal(count);
  }
});

/** Resolves when all pending work has run. */
const settled = async (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function cosignedBy(count: number): WatchedCheckpoint {
  const cosigned = Array.from({ length: count }, (_, at) => ({ name: String(at), atMs: 0 }));
  return { checkpoint: '', cosigned, refused: [] };
}

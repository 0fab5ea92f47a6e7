import { readKeyUsage } from './read-key-usage.ts';
import type { KeyUse } from './repository.ts';
import { expect } from 'chai';

/** 12:03 of a day. */
const nowMs = 1_763_640_180_000;
const slotMs = 300_000;
const currentSlotMs = 1_763_640_000_000;

describe('the usage of a key', () => {
  it('sums the last hour and day, to the full five minutes', async () => {
    const { usage, sinceMs } = await given([
      use(currentSlotMs, '/a', 1, 0),
      use(currentSlotMs - 12 * slotMs, '/a', 10, 1),
      use(currentSlotMs - 13 * slotMs, '/a', 100, 2),
      use(currentSlotMs - 288 * slotMs, '/b', 1_000, 3),
    ]);

    expect(sinceMs).to.equal(currentSlotMs - 288 * slotMs);
    expect(usage.hour).to.deep.equal({
      total: 11,
      errors: 1,
      topPaths: [{ path: '/a', total: 11, errors: 1 }],
    });
    expect(usage.day).to.deep.equal({
      total: 1_111,
      errors: 6,
      topPaths: [
        { path: '/b', total: 1_000, errors: 3 },
        { path: '/a', total: 111, errors: 3 },
      ],
    });
  });

  it('names the ten most used paths, and sums all', async () => {
    const { usage } = await given(
      Array.from({ length: 12 }, (_, at) =>
        use(currentSlotMs, `/${String(at).padStart(2, '0')}`, at < 2 ? 5 : at, 0),
      ),
    );

    expect(usage.day.total).to.equal(75);
    expect(usage.day.topPaths.map(({ path }) => path)).to.deep.equal([
      '/11',
      '/10',
      '/09',
      '/08',
      '/07',
      '/06',
      '/00',
      '/01',
      '/05',
      '/04',
    ]);
  });

  it('of an unused key is zero', async () => {
    const { usage } = await given([]);

    expect([usage.hour, usage.recent]).to.deep.equal([{ total: 0, errors: 0, topPaths: [] }, []]);
  });

  it('is refused if the key was never made', async () => {
    const refused: unknown = await readKeyUsage({
      clock: { now: () => nowMs },
      store: {
        reads: {
          apiKeys: {
            apiKey: async () => null,
            keyUse: async () => [],
            keyedRequests: async () => [],
          },
        },
      },
    })('h').catch((error: unknown) => error);

    expect(refused).to.include({ code: 'UNKNOWN_KEY' });
  });
});

async function given(kept: readonly KeyUse[]) {
  const asked: number[] = [];
  const usage = await readKeyUsage({
    clock: { now: () => nowMs },
    store: {
      reads: {
        apiKeys: {
          apiKey: async (hash) => ({ hash, label: 'my shop', createdAtMs: 1, endsAtMs: null }),
          async keyUse(_hash, sinceMs) {
            asked.push(sinceMs);
            return kept;
          },
          keyedRequests: async () => [],
        },
      },
    },
  })('h');
  return { usage, sinceMs: asked[0] };
}

function use(slot: number, path: string, total: number, errors: number): KeyUse {
  return { slotMs: slot, path, total, errors };
}

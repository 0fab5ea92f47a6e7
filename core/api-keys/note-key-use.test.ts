import { RelayError } from '@interline/kernel';
import type { Log } from '@interline/ports';
import type { ApiKeyUnit } from './repository.ts';
import { noteKeyUse } from './note-key-use.ts';
import type { KeyedRequest, KeyUse } from './repository.ts';
import { expect } from 'chai';

const atMs = 1_763_640_180_000;
const slotMs = 1_763_640_000_000;

describe('the use of a key', () => {
  it('is written a second later, all of it in one unit', async () => {
    const { note, ring, units, slept } = given();

    note('k1', request({ status: 200 }));
    note('k1', request({ status: 422, atMs: atMs + 1 }));
    note('k1', request({ path: '/b', status: 399, atMs: atMs + 120_000 }));
    note('k2', request({ status: 400 }));
    const before = units.length;
    await ring();

    expect([before, slept]).to.deep.equal([0, [1_000]]);
    expect(units).to.deep.equal([
      [
        [
          'k1',
          [
            { slotMs, path: '/a', total: 2, errors: 1 },
            { slotMs: slotMs + 300_000, path: '/b', total: 1, errors: 0 },
          ],
          [
            request({ path: '/b', status: 399, atMs: atMs + 120_000 }),
            request({ status: 422, atMs: atMs + 1 }),
            request({}),
          ],
        ],
        ['k2', [{ slotMs, path: '/a', total: 1, errors: 1 }], [request({ status: 400 })]],
      ],
    ]);
  });

  it('is written key by key in one order, whichever was used first', async () => {
    const { note, ring, units } = given();
    for (const hash of ['c', 'a', 'b']) note(hash, request({}));
    await ring();

    expect(units[0]?.map(([hash]) => hash)).to.deep.equal(['a', 'b', 'c']);
  });

  it('that comes later is written later', async () => {
    const { note, ring, units } = given();
    note('k1', request({}));
    await ring();
    await ring();
    note('k1', request({}));
    await ring();

    expect(units.map((unit) => unit.length)).to.deep.equal([1, 1]);
  });

  it('has the newest 20 requests with it, and counts all', async () => {
    const { note, ring, units } = given();
    for (let n = 0; n < 25; n += 1) note('k1', request({ atMs: atMs + n }));
    await ring();

    const [[, [counted] = [], recent = []] = []] = units[0] ?? [];
    expect([counted?.total, recent.length, recent[0]?.atMs, recent.at(-1)?.atMs]).to.deep.equal([
      25,
      20,
      atMs + 24,
      atMs + 5,
    ]);
  });

  it('of the 1,001st key within a second is not counted, that of the others is', async () => {
    const { note, ring, units } = given();
    for (let n = 0; n < 1_001; n += 1) note(`k${n}`, request({}));
    note('k0', request({}));
    await ring();

    expect(units[0]?.length).to.equal(1_000);
    expect(units[0]?.[0]?.[1]).to.deep.equal([{ slotMs, path: '/a', total: 2, errors: 0 }]);
  });

  it('that the store does not take is lost with a log line, and the next is taken', async () => {
    const { note, ring, units, said, fail } = given();
    fail.next = true;
    note('k1', request({}));
    await ring();
    note('k1', request({}));
    await ring();

    expect([said, units.length]).to.deep.equal([['key-use-lost'], 1]);
  });
});

type Counted = [hash: string, use: readonly KeyUse[], recent: readonly KeyedRequest[]];

function request(change: Partial<KeyedRequest>): KeyedRequest {
  return { path: '/a', status: 200, tookMs: 7, atMs, ...change };
}

function given() {
  const units: Counted[][] = [];
  const said: string[] = [];
  const slept: number[] = [];
  const fail = { next: false };
  let wake: () => void = () => undefined;
  const silent = (): void => undefined;
  const log: Log = {
    debug: silent,
    info: silent,
    error: silent,
    warn: (event) => {
      said.push(event);
    },
    child: () => log,
  };
  const note = noteKeyUse({
    log,
    stop: new AbortController().signal,
    clock: {
      sleep(ms) {
        slept.push(ms);
        return new Promise((resolve) => {
          wake = resolve;
        });
      },
    },
    store: {
      reads: {} as never,
      async run(_name, work) {
        if (fail.next) {
          fail.next = false;
          throw new RelayError('STORE_DOWN');
        }
        const unit: Counted[] = [];
        units.push(unit);
        return work({
          apiKeys: {
            countKeyUse: async (...counted: Counted) => {
              unit.push(counted);
            },
          },
          // CAST: the one method of the unit that noting a use calls.
        } as unknown as ApiKeyUnit);
      },
    },
  });
  return {
    note,
    units,
    said,
    slept,
    fail,
    ring: async () => {
      wake();
      for (let turn = 0; turn < 2_000; turn += 1) await Promise.resolve();
    },
  };
}

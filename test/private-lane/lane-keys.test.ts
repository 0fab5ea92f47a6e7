import { privateRequests } from '@interline/adapters/ohttp';
import { memoryRateLimiter } from '@interline/adapters/rate-limiter';
import { openStore, type Store } from '@interline/adapters/store';
import { announcingStore } from '@interline/core';
import { privateLane } from '@interline/core/private-lane';
import { isRelayError } from '@interline/kernel';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { believed } from '../support/believed-clock.ts';
import { fastFolder } from '../support/fast-folder.ts';
import { quietLog } from '../support/quiet-log.ts';
import { unwatchedLog } from '../support/unwatched-log.ts';

const dayMs = 86_400_000;
const relay = '192.0.2.1';
const secret = randomBytes(32);
const never = { rang: new Promise<void>(() => undefined), cancel: () => undefined };

/** The module over a real store and real keys, its clock in the hand of the test. */
describe('the keys of the private lane', () => {
  let folder: string;
  let opened: Store;
  let clock: { ms: number };
  let lane: ReturnType<typeof privateLane.create>;
  beforeEach(async () => {
    folder = mkdtempSync(join(fastFolder, 'interline-lane-'));
    opened = await openStore({ file: join(folder, 'journal.db') });
    clock = { ms: 0 };
    lane = born();
  });
  afterEach(async () => {
    await opened.close();
    rmSync(folder, { recursive: true });
  });

  /** Left out, it has run for long. */
  const born = (of = secret, bornMs = -dayMs): typeof lane => {
    const now = (): number => clock.ms;
    const clockOfTest = { now, monotonic: now, sleep: async () => undefined, alarm: () => never };
    const rightMs = clock.ms;
    clock.ms = bornMs;
    const limiter = memoryRateLimiter(clockOfTest);
    clock.ms = rightMs;
    return privateLane.create({
      store: announcingStore(opened, clockOfTest),
      transparencyLog: unwatchedLog(now),
      log: quietLog,
      privateRequests: privateRequests(of),
      relayCaller: { report: async () => null, send: async () => null },
      rateLimiter: limiter,
      clock: clockOfTest,
      sureTime: believed(clockOfTest),
      deployment: { privateLane: { enabled: true, relays: [] } },
    });
  };
  const keep = async (): Promise<void> => {
    for (const duty of lane.duties) await duty.run();
  };
  const sealedTo = (document: string, atMs = clock.ms): Uint8Array =>
    privateRequests(secret).sealProbe(
      document,
      {
        method: 'GET',
        path: '/api/status',
        fields: { date: new Date(atMs).toUTCString() },
        content: new Uint8Array(),
      },
      16_384,
    ).bytes;
  const outcome = async (of: typeof lane, document: string): Promise<string> => {
    try {
      const { asked } = await of.openRequest(sealedTo(document), relay);
      return isRelayError(asked) ? asked.code : asked.path;
    } catch (error) {
      return isRelayError(error) ? error.code : String(error);
    }
  };

  it('are handed out for a week, open for two days more, and are destroyed then', async () => {
    const first = await lane.currentKeys();
    const seen: unknown[] = [];
    for (const ms of [0, 7 * dayMs - 1, 7 * dayMs, 9 * dayMs - 1, 9 * dayMs]) {
      clock.ms = ms;
      await keep();
      const { seq } = await lane.currentKeys();
      const sealed = await opened.reads.privateLane.sealedLaneKeys(1);
      seen.push([seq, await outcome(lane, first.document), sealed !== null]);
    }

    expect(seen).to.deep.equal([
      [1, '/api/status', true],
      [1, '/api/status', true],
      [2, '/api/status', true],
      [2, '/api/status', true],
      [2, 'UNKNOWN_LANE_KEY', false],
    ]);
  });

  it('open nothing that was sent before a start of the service, and say which date is taken after it', async () => {
    clock.ms = 10 * dayMs;
    const { document } = await lane.currentKeys();
    const captured = sealedTo(document);
    const read = async (of: typeof lane, bytes: Uint8Array): Promise<unknown> => {
      const { asked } = await of.openRequest(bytes, relay);
      return isRelayError(asked) ? [asked.code, asked.details['serverDate']] : asked.path;
    };
    const early = sealedTo(document, clock.ms + 120_000);
    const before = [
      await read(lane, captured),
      await read(lane, early),
      await read(lane, captured),
    ];
    clock.ms += 1_000;
    const restarted = born(secret, clock.ms);
    const [again, ahead] = [await read(restarted, captured), await read(restarted, early)];
    clock.ms += 1_000;
    const told = Date.parse(String((again as readonly unknown[])[1])); // CAST: a refusal, as below.
    const taken = [
      await read(restarted, sealedTo(document, told)),
      await read(restarted, sealedTo(document, told - 1_000)),
    ];
    clock.ms = told;
    const later = await read(restarted, sealedTo(document));

    const date = new Date(10 * dayMs + 121_000).toUTCString();
    const refused = ['DATE_OUTSIDE_WINDOW', date];
    expect(before).to.deep.equal(['/api/status', '/api/status', ['REQUEST_REPLAYED', undefined]]);
    expect([again, ahead]).to.deep.equal([refused, refused]);
    expect(taken).to.deep.equal(['/api/status', refused]);
    expect(later).to.equal('/api/status');
  });

  it('open a request once, though the clock was ahead when it came and was put right since', async () => {
    clock.ms = 10 * dayMs;
    const { document } = await lane.currentKeys();
    const aheadMs = 3_600_000;
    clock.ms += aheadMs;
    const captured = sealedTo(document);
    const read = async (bytes: Uint8Array): Promise<string> => {
      const { asked } = await lane.openRequest(bytes, relay);
      return isRelayError(asked) ? asked.code : asked.path;
    };
    const taken = [await read(captured)];
    clock.ms += 300_000;
    taken.push(await read(sealedTo(document)));
    clock.ms = 10 * dayMs + 300_000;
    taken.push(await read(captured));
    clock.ms = 10 * dayMs + aheadMs;
    taken.push(await read(captured));

    expect(taken).to.deep.equal([
      '/api/status',
      '/api/status',
      'DATE_OUTSIDE_WINDOW',
      'DATE_OUTSIDE_WINDOW',
    ]);
  });

  it('are one draw, of however many processes ask at once', async () => {
    const others = [born(), born(), born()];
    const documents = await Promise.all(
      [lane, ...others].map(async (one) => (await one.currentKeys()).document),
    );

    expect(new Set(documents).size).to.equal(1);
    for (const one of others)
      expect(await outcome(one, documents[0] ?? '')).to.equal('/api/status');
  });

  it('are found at once by a process that has not read them yet', async () => {
    const { document } = await lane.currentKeys();
    await outcome(lane, document);
    clock.ms = 7 * dayMs;
    const drawnElsewhere = await born().currentKeys();

    expect(await outcome(lane, drawnElsewhere.document)).to.equal('/api/status');
  });

  it('are sealed in the store, and open with no other secret', async () => {
    const { document } = await lane.currentKeys();
    const foreign = born(randomBytes(32));
    let fault: unknown = null;
    await foreign.openRequest(sealedTo(document), relay).catch((error: unknown) => {
      fault = error;
    });

    expect(fault).to.be.instanceOf(Error);
    expect(isRelayError(fault)).to.equal(false);
  });
});

describe('the private lane as a whole', () => {
  const probed = privateRequests(secret);
  const keys = probed.createKeys(2);
  const sealed = (): Uint8Array =>
    probed.sealProbe(
      keys.document,
      {
        method: 'GET',
        path: '/',
        fields: { date: new Date(0).toUTCString() },
        content: new Uint8Array(),
      },
      16_384,
    ).bytes;
  /** What each bucket was asked for; the lane has so many left. */
  let asked: string[];
  const openRequest = (left: number) => {
    asked = [];
    const rateLimiter = {
      async takeOnce(name: string, forMs: number) {
        asked.push(`${name.slice(0, 15)} once in ${forMs}`);
        return { isNew: true, sinceMs: -dayMs, nowMs: 0 };
      },
      async take(buckets: readonly string[], quota: { requests: number; perMs: number }) {
        asked.push(
          `${buckets.map((one) => one.slice(0, 15)).join()} ${quota.requests}/${quota.perMs}`,
        );
        return asked.length > left
          ? ({ isAdmitted: false, retryAfterMs: 1_000 } as const)
          : ({ isAdmitted: true, remaining: 1, freesInMs: 1_000 } as const);
      },
    };
    return privateLane.create({
      store: {
        // CAST: what the use case reads.
        reads: {
          privateLane: {
            laneKeys: async () => [{ ...keys, seq: 1, notBeforeMs: 0, notAfterMs: dayMs }],
            sealedLaneKeys: async () => keys.sealed,
          },
        },
      } as never,
      transparencyLog: unwatchedLog(() => 0),
      log: quietLog,
      privateRequests: probed,
      relayCaller: { report: async () => null, send: async () => null },
      rateLimiter,
      sureTime: believed({ now: () => 0 }),
      clock: { now: () => 0, monotonic: () => 0, sleep: async () => undefined, alarm: () => never },
      deployment: { privateLane: { enabled: true, relays: [] } },
    }).openRequest;
  };
  const codeOf = (error: unknown): unknown => (isRelayError(error) ? error.code : error);

  it('takes 20,000 requests a minute, and does not remember those that it refuses', async () => {
    const code = await openRequest(1)(sealed(), relay).catch(codeOf);

    expect([code, asked]).to.deep.equal([
      'RATE_LIMITED',
      ['the private lan 5000/60000', 'the private lan 20000/60000'],
    ]);
  });

  it('is not used up by junk: what does not open takes nothing of it, and what opens counts before it is remembered', async () => {
    const open = openRequest(3);
    const junk = Array.from({ length: 40 }, (_, at) => {
      const bytes = sealed();
      bytes[1_200 + at] = (bytes[1_200 + at] ?? 0) ^ 1;
      return bytes;
    });
    const codes = new Set<unknown>();
    for (const bytes of junk) codes.add(await open(bytes, relay).catch(codeOf));
    const ofJunk = [...asked];
    const { asked: honest } = await open(sealed(), relay);

    expect([[...codes], ofJunk]).to.deep.equal([['UNKNOWN_LANE_KEY'], []]);
    expect(isRelayError(honest)).to.equal(false);
    expect(asked).to.deep.equal([
      'the private lan 5000/60000',
      'the private lan 20000/60000',
      'private request once in 240000',
    ]);
  });
});

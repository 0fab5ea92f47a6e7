import { memoryRateLimiter } from '@interline/adapters/rate-limiter';
import { privateRequests } from '@interline/adapters/ohttp';
import { checkLane, type LanePin } from '@interline/client/private';
import { announcingStore } from '@interline/core';
import { openLogBeside } from '@interline/core/transparency';
import { privateLane } from '@interline/core/private-lane';
import { expect } from 'chai';
import { believed } from '../support/believed-clock.ts';
import { quietLog } from '../support/quiet-log.ts';
import { openWatchedMint, type WatchedMint } from '../support/watched-mint.ts';

const dayMs = 86_400_000;
const startMs = 20_000 * dayMs;

type Shown = Parameters<typeof checkLane>[0];

/**
 * An honest service with three witnesses, of which two are enough, and one that has its keys and
 * shows what it likes.
 */
describe("the log of the private lane's keys", () => {
  let honest: WatchedMint;
  let lane: ReturnType<typeof laneOn>;
  beforeEach(async () => {
    honest = await openWatchedMint();
    lane = laneOn(honest);
    await introduce(honest);
  });
  afterEach(() => honest.close());

  const introduce = async ({ witnesses }: WatchedMint) => {
    const logKey = await lane.logKey();
    for (const witness of witnesses) await witness.addLog(logKey);
  };
  const keep = async (): Promise<void> => {
    for (const duty of lane.duties) await duty.run();
  };
  const shown = (): Promise<Shown> => shownBy(lane);
  /** What an operator shows who may write what he likes into the log: it is signed and cosigned. */
  const shownOf = async (leaves: readonly string[], digest: string): Promise<Shown> => {
    const { log, store } = honest;
    const identity = await openLogBeside({ store, transparencyLog: log }, 'lane-keys');
    const { checkpoint } = await log.cosign(identity, log.treeOf(leaves));
    const [origin, logKey] = [identity.origin, log.logKeyOf(identity)];
    const witnesses = log.witnesses.flatMap(named);
    return {
      digest,
      log: { origin, logKey, checkpoint, leaves: [...leaves], witnesses, quorum: 2 },
    };
  };
  const startsIn = (view: Shown): readonly number[] =>
    logOf(view).leaves.map((leaf) => (Number(leaf.split(' ')[2]) - startMs) / dayMs);
  const found = (view: Shown, pin: LanePin | null = null, nowMs = honest.clock.ms) =>
    checkLane(view, { pin, nowMs }).catch((error: unknown) => String(error));

  it('has each digest from before its keys are used, cosigned, and goes on from what was seen', async () => {
    const before = await shown();
    await keep();
    const first = await shown();
    const pin = await checkLane(first, { pin: null, nowMs: honest.clock.ms });
    honest.clock.ms = startMs + 6 * dayMs;
    await keep();
    const ahead = await shown();
    honest.clock.ms = startMs + 7 * dayMs;
    const second = await shown();

    expect([before.log, pin?.size, pin?.policy.quorum]).to.deep.equal([null, 1, 2]);
    expect([ahead.digest, logOf(ahead).leaves.length]).to.deep.equal([first.digest, 2]);
    expect(second.digest).not.to.equal(first.digest);
    expect(await found(second, pin)).to.deep.include({ size: 2 });
  });

  it('is requested by no client that saw none, and by every one that saw it', async () => {
    const before = await shown();
    await keep();
    const pin = await checkLane(await shown(), { pin: null, nowMs: honest.clock.ms });

    expect(await found(before)).to.equal(null);
    expect(await found(before, pin)).to.include('it had one when you last looked');
  });

  it('shows keys that are only for one caller, whether they are left out of it or put into a second one', async () => {
    await keep();
    const view = await shown();
    const pin = await checkLane(view, { pin: null, nowMs: honest.clock.ms });
    const twin = await openWatchedMint({
      secret: honest.secret,
      ...ofIdentity(await honest.store.reads.logs.identity()),
      witnesses: 0,
      quorum: 0,
    });
    const own = laneOn(twin);
    for (const duty of own.duties) await duty.run();
    const second = await shownBy(own);
    const asked = { ...logOf(second), witnesses: logOf(view).witnesses, quorum: 2 };
    await twin.close();

    expect(await found({ ...view, digest: 'ab'.repeat(32) }, pin)).to.include('for you alone');
    expect(logOf(second).logKey).to.equal(logOf(view).logKey);
    expect(await found(second, pin)).to.include('another history');
    expect(await found({ ...second, log: asked })).to.include('0 witnesses cosigned');
  });

  it('is not believed if a leaf was changed, its signature is missing, or no witness looked for a week', async () => {
    await keep();
    const view = await shown();
    const log = logOf(view);
    const changed = [leafOf(1, startMs - 1, view.digest)];

    expect(await found({ ...view, log: { ...log, leaves: changed } })).to.include(
      'is not the root',
    );
    expect(
      await found({ ...view, log: { ...log, checkpoint: log.checkpoint.split('— ')[0] ?? '' } }),
    ).to.include('is not the root');
    expect(await found(view, null, startMs + 7 * dayMs)).to.deep.include({ size: 1 });
    expect(await found(view, null, startMs + 7 * dayMs + 1)).to.include('0 witnesses cosigned');
  });

  it('gives 120 callers no keys of their own, even if each of those is in it and is cosigned', async () => {
    const digests = Array.from({ length: 120 }, (_, user) => user.toString(16).padStart(64, '0'));
    const [everybodys = ''] = digests;
    const pin = await checkLane(await shownOf([leafOf(1, startMs, everybodys)], everybodys), {
      pin: null,
      nowMs: honest.clock.ms,
    });
    const view = await shownOf(
      digests.map((digest) => leafOf(1, startMs, digest)),
      everybodys,
    );
    const whys = new Set<unknown>();
    for (const digest of digests)
      for (const known of [null, pin]) whys.add(await found({ ...view, digest }, known));

    expect([...whys]).to.deep.equal([
      'LaneError: nothing was sealed to the keys of this service: leaf 2 of the log is of key 1: one key has no leaf, or two: they may be for you alone',
    ]);
  });

  it('has keys of one week after another, and those of another week are refused', async () => {
    const digests = ['a1', 'b2', 'c3'].map((byte) => byte.repeat(32));
    const leaves = digests.map((one, at) => leafOf(at + 1, startMs + (at - 1) * 7 * dayMs, one));
    honest.clock.ms = startMs + dayMs;
    const view = await shownOf(leaves, '');
    const outcomes = await Promise.all(digests.map((digest) => found({ ...view, digest })));

    expect(outcomes.map((outcome) => typeof outcome)).to.deep.equal(['string', 'object', 'string']);
    expect(outcomes[0]).to.include(
      'they are those of 2024-09-27T00:00:00.000Z to 2024-10-04T00:00:00.000Z, and it is 2024-10-05T00:00:00.000Z: they may be for you alone',
    );
    expect(outcomes[2]).to.include('they are those of 2024-10-11');
  });

  it('has two keys for ten minutes on both sides of a change, and the old ones for a day if it has no newer', async () => {
    const [old, next] = ['a1'.repeat(32), 'b2'.repeat(32)];
    const change = startMs + 7 * dayMs;
    honest.clock.ms = change - dayMs;
    const alone = await shownOf([leafOf(1, startMs, old)], old);
    const both = await shownOf([leafOf(1, startMs, old), leafOf(2, change, next)], old);
    const isFound = async (view: Shown, ms: number): Promise<boolean> =>
      typeof (await found(view, null, change + ms)) !== 'string';
    const tenMinutes = 600_000;
    const seen: unknown[] = [];
    for (const [view, ms] of [
      [{ ...both, digest: next }, -tenMinutes - 1],
      [{ ...both, digest: next }, -tenMinutes],
      [both, tenMinutes - 1],
      [both, tenMinutes],
      [alone, dayMs - 1],
      [alone, dayMs],
    ] as const)
      seen.push(await isFound(view, ms));

    expect(seen).to.deep.equal([false, true, true, false, true, false]);
  });

  it('has no keys whose weeks overlap, part or are longer, none twice, and none of the earlier form', async () => {
    const digest = 'a1'.repeat(32);
    const later = 'b2'.repeat(32);
    const own = leafOf(1, startMs, digest);
    const week = 7 * dayMs;
    for (const [leaf, why] of [
      [leafOf(2, startMs, later), 'does not begin where the one before it ends'],
      [leafOf(2, startMs + week + 1, later), 'does not begin where the one before it ends'],
      [leafOf(2, startMs + 2 * week - 1, later), 'does not begin where the one before it ends'],
      [leafOf(2, startMs + week, later, 2 * week), 'is not of 7 days'],
      [leafOf(3, startMs + week, later), 'is of key 3'],
      [leafOf(2, startMs + week, digest), 'is of a key that has a leaf'],
      [`svc-lane-keys/v1 2 ${later}`, 'is not spelt as svc-lane-keys/v2'],
      [`${leafOf(2, startMs + week, later)}\n`, 'is not spelt as svc-lane-keys/v2'],
    ] as const)
      expect(await found(await shownOf([own, leaf], digest)), leaf).to.include(
        `leaf 2 of the log ${why}`,
      );
  });

  it('goes on where its last keys ended, when the service was away while they did', async () => {
    await keep();
    honest.clock.ms = startMs + 10 * dayMs;
    await keep();
    const late = await shown();
    honest.clock.ms = startMs + 30 * dayMs;
    await keep();
    const afterWeeks = await shown();

    expect(startsIn(late)).to.deep.equal([0, 7]);
    expect(startsIn(afterWeeks)).to.deep.equal([0, 7, 30]);
    expect(await found(afterWeeks)).to.deep.include({ size: 3 });
  });

  it('begins again under its own name over a store that has one of the earlier form', async () => {
    const { digest } = await shown();
    const { log, store } = honest;
    const earlier = await openLogBeside({ store, transparencyLog: log }, 'private-lane');
    for (const witness of honest.witnesses) await witness.addLog(log.logKeyOf(earlier));
    const { checkpoint } = await log.cosign(earlier, log.treeOf([`svc-lane-keys/v1 1 ${digest}`]));
    await store.run('keep-lane-checkpoint', ({ privateLane: lanes }) =>
      lanes.keepLaneCheckpoint({ size: 1, checkpoint, cosignedAtMs: honest.clock.ms }),
    );
    const before = await shown();
    await keep();
    const view = await shown();

    expect([before.log, logOf(view).origin]).to.deep.equal([
      null,
      earlier.origin.replace('private-lane', 'lane-keys'),
    ]);
    expect(await found(view)).to.deep.include({ size: 1 });
  });

  describe('of a store that was put back without its newest keys', () => {
    /** The same service a week later, by a store that knows its first keys only. */
    const restored = async () => {
      await keep();
      const first = await shown();
      const early = await checkLane(first, { pin: null, nowMs: honest.clock.ms });
      const { reads } = honest.store;
      const sealed = (await reads.privateLane.sealedLaneKeys(1)) ?? '';
      const [keys] = await reads.privateLane.laneKeys();
      const checkpoint = await reads.privateLane.laneCheckpoint();
      const identity = await reads.logs.identity();
      if (keys === undefined || checkpoint === null || identity === null) throw new Error('none');
      honest.clock.ms = startMs + 6 * dayMs;
      await keep();
      const late = await checkLane(await shown(), { pin: early, nowMs: honest.clock.ms });
      const twin = await openWatchedMint({ secret: honest.secret, identity, witnesses: 0 });
      await twin.store.run('put back', async ({ privateLane: lanes }) => {
        await lanes.insertLaneKeys(keys, sealed);
        await lanes.keepLaneCheckpoint(checkpoint);
      });
      twin.clock.ms = startMs + 6.5 * dayMs;
      const log = honest.logOf(honest.witnesses.map(honest.settingsOf));
      const own = laneOn({ ...twin, log });
      const keepOwn = async (laterMs: number): Promise<void> => {
        twin.clock.ms += laterMs;
        honest.clock.ms = twin.clock.ms;
        for (const duty of own.duties) await duty.run();
      };
      return { twin, own, keepOwn, early, late };
    };
    const begin = async ({ twin, own }: Awaited<ReturnType<typeof restored>>) => {
      const { path, origin, after, size } = await own.planNewLog();
      await twin.store.run('begin', async (tx) => {
        await tx.logs.beginLog({
          ...{ path, origin },
          begun: { after, size, atMs: twin.clock.ms },
        });
        await tx.privateLane.forgetLaneCheckpoint();
      });
      for (const witness of honest.witnesses) await witness.addLog(await own.logKey());
    };

    it('says that it has lost keys, and is refused for the rest of its days', async () => {
      const scene = await restored();
      await scene.keepOwn(0);
      const isLost = await scene.own.hasLostKeys();
      await scene.keepOwn(2 * dayMs);
      const view = await shownBy(scene.own);
      await scene.twin.close();

      expect(isLost).to.equal(true);
      expect(await found(view, scene.early)).to.include('for you alone');
    });

    it('goes on under its next name, which every client takes whatever it saw, and no other', async () => {
      const scene = await restored();
      await scene.keepOwn(0);
      await begin(scene);
      await scene.keepOwn(dayMs);
      const view = await shownBy(scene.own);
      const { leaves, origin } = logOf(view);
      const takes = [null, scene.early, scene.late].map((pin) => found(view, pin));
      const pins = await Promise.all(takes);
      const otherwise = { ...view, log: { ...logOf(view), origin: `${origin}/3` } };
      const isLost = await scene.own.hasLostKeys();
      await scene.twin.close();

      expect(leaves.map((leaf) => leaf.split(' ')[0])).to.deep.equal([
        'svc-lane-keys/v2',
        'svc-log-begun/v1',
        'svc-lane-keys/v2',
      ]);
      expect(origin).to.match(/\/lane-keys\/2$/);
      for (const pin of pins) expect(pin).to.deep.include({ origin, size: 3 });
      expect(isLost).to.equal(false);
      expect(await found(otherwise, scene.early)).to.include('is next');
    });

    it('is refused under its next name if what a client saw is not in front of it', async () => {
      const scene = await restored();
      await scene.keepOwn(0);
      await begin(scene);
      await scene.keepOwn(dayMs);
      const view = await shownBy(scene.own);
      await scene.twin.close();
      if (scene.early === null) throw new Error('no pin');
      const another = { ...scene.early, root: Buffer.alloc(32, 7).toString('base64') };

      expect(await found(view, another)).to.include('another history');
    });

    it('is no longer cosigned under its old name, which lived on beside the next one, and is refused there a week after', async () => {
      const scene = await restored();
      await scene.keepOwn(0);
      await begin(scene);
      const [old, next] = [honest, scene.twin];
      old.clock.ms = startMs + 7 * dayMs;
      const within = await found(await shown(), scene.late);
      old.clock.ms = startMs + 13.5 * dayMs;
      next.clock.ms = old.clock.ms;
      await keep();
      await scene.keepOwn(0);
      const [before, after] = [await shown(), await shownBy(scene.own)];
      await next.close();

      expect(within).to.deep.include({ size: 2 });
      expect(logOf(before).leaves.length).to.equal(2);
      expect(await found(before, scene.late)).to.include('0 witnesses cosigned');
      expect(await found(after, scene.late)).to.deep.include({ origin: logOf(after).origin });
    });

    it('is not begun again while its witnesses take it', async () => {
      await keep();

      expect(await lane.planNewLog().catch(String)).to.include('goes on as it is');
    });
  });

  it('holds the old keys a day longer if the witnesses are down, and then the new ones, which clients refuse', async () => {
    await keep();
    const first = await shown();
    const pin = await checkLane(first, { pin: null, nowMs: honest.clock.ms });
    await Promise.all(honest.witnesses.map((witness) => witness.stop()));
    honest.clock.ms = startMs + 6 * dayMs;
    await keep();
    const seen: unknown[] = [];
    for (const ms of [7 * dayMs, 8 * dayMs - 1, 8 * dayMs]) {
      honest.clock.ms = startMs + ms;
      const view = await shown();
      seen.push([view.digest === first.digest, logOf(view).leaves.length]);
    }

    expect(seen).to.deep.equal([
      [true, 1],
      [true, 1],
      [false, 1],
    ]);
    expect(await found(await shown(), pin)).to.include('for you alone');
  });
});

function laneOn({ store, clock, log, secret }: WatchedMint) {
  const now = (): number => clock.ms;
  const clockOfTest = { now, monotonic: now, sleep: async () => undefined, alarm: () => never };
  return privateLane.create({
    store: announcingStore(store, clockOfTest),
    transparencyLog: log,
    log: quietLog,
    privateRequests: privateRequests(secret),
    relayCaller: { report: async () => null, send: async () => null },
    rateLimiter: memoryRateLimiter(clockOfTest),
    clock: clockOfTest,
    sureTime: believed(clockOfTest),
    deployment: { privateLane: { enabled: true, relays: [] } },
  });
}

async function shownBy(lane: ReturnType<typeof laneOn>): Promise<Shown> {
  const { keys, log } = await lane.describeKeys();
  if (log === null) return { digest: keys.digest, log };
  const witnesses = log.witnesses.flatMap(named);
  return { digest: keys.digest, log: { ...log, witnesses } };
}

function named({ name, vkeys }: WatchedMint['log']['witnesses'][number]) {
  return vkeys.map((vkey) => ({ name, vkey }));
}

function leafOf(seq: number, fromMs: number, digest: string, forMs = 7 * dayMs): string {
  return `svc-lane-keys/v2 ${seq} ${fromMs} ${fromMs + forMs} ${digest}`;
}

function logOf({ log }: Shown): NonNullable<Shown['log']> {
  if (log === null) throw new Error('there is no log');
  return log;
}

function ofIdentity(
  identity: Awaited<ReturnType<WatchedMint['store']['reads']['logs']['identity']>>,
) {
  return identity === null ? {} : { identity };
}

const never = { rang: new Promise<void>(() => undefined), cancel: () => undefined };

import { memoryRateLimiter } from '@interline/adapters/rate-limiter';
import { privateRequests } from '@interline/adapters/ohttp';
import { checkLane, type LanePin } from '@interline/client/private';
import { announcingStore } from '@interline/core';
import { privateLane } from '@interline/core/private-lane';
import { expect } from 'chai';
import { quietLog } from '../support/quiet-log.ts';
import { openWatchedMint, type WatchedMint } from '../support/watched-mint.ts';

const dayMs = 86_400_000;
const startMs = 20_000 * dayMs;

type Shown = Parameters<typeof checkLane>[0];

/** An honest service with three witnesses, of which two are enough, and one that has its keys and shows what it likes. */
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

  it('is asked for by no client that saw none, and by every one that saw it', async () => {
    const before = await shown();
    await keep();
    const pin = await checkLane(await shown(), { pin: null, nowMs: honest.clock.ms });

    expect(await found(before)).to.equal(null);
    expect(await found(before, pin)).to.include('it had one when you last looked');
  });

  it('shows keys that are for one caller alone, whether they are left out of it or put into a second one', async () => {
    await keep();
    const view = await shown();
    const pin = await checkLane(view, { pin: null, nowMs: honest.clock.ms });
    const twin = await openWatchedMint({
      secret: honest.secret,
      ...ofIdentity(await honest.store.reads.passes.mintLog()),
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

  it('is not believed where a leaf was changed, its signature is missing, or nobody looked for a week', async () => {
    await keep();
    const view = await shown();
    const log = logOf(view);
    const changed = [`svc-lane-keys/v1 2 ${view.digest}`];

    expect(await found({ ...view, log: { ...log, leaves: changed } })).to.include(
      'is not the root',
    );
    expect(
      await found({ ...view, log: { ...log, checkpoint: log.checkpoint.split('— ')[0] ?? '' } }),
    ).to.include('is not the root');
    expect(await found(view, null, startMs + 7 * dayMs)).to.deep.include({ size: 1 });
    expect(await found(view, null, startMs + 7 * dayMs + 1)).to.include('0 witnesses cosigned');
  });

  it('holds the old keys a day longer where the witnesses are down, and then the new ones, which clients refuse', async () => {
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
    mintLog: log,
    log: quietLog,
    privateRequests: privateRequests(secret),
    relayCaller: { report: async () => null, send: async () => null },
    rateLimiter: memoryRateLimiter(clockOfTest),
    clock: clockOfTest,
    deployment: { privateLane: { enabled: true, relays: [] } },
  });
}

async function shownBy(lane: ReturnType<typeof laneOn>): Promise<Shown> {
  const { keys, log } = await lane.describeKeys();
  if (log === null) return { digest: keys.digest, log };
  const witnesses = log.witnesses.flatMap(({ name, vkeys }) =>
    vkeys.map((vkey) => ({ name, vkey })),
  );
  return { digest: keys.digest, log: { ...log, witnesses } };
}

function logOf({ log }: Shown): NonNullable<Shown['log']> {
  if (log === null) throw new Error('there is no log');
  return log;
}

function ofIdentity(
  record: Awaited<ReturnType<WatchedMint['store']['reads']['passes']['mintLog']>>,
) {
  return record === null ? {} : { identity: record.identity };
}

const never = { rang: new Promise<void>(() => undefined), cancel: () => undefined };

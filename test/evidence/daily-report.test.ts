import { asUnits, chainRef } from '@interline/kernel';
import type { AuditEntry } from '@interline/core/operations';
import { expect } from 'chai';
import { type EvidenceScene, openEvidenceScene } from './evidence-scene.ts';

describe('the report of a day', () => {
  let scene: EvidenceScene;
  beforeEach(async () => {
    scene = await openEvidenceScene();
  });
  afterEach(() => scene.close());

  const publish = async (of = scene) => {
    await of.evidence.duties.find(({ name }) => name === 'daily-report')?.run();
  };

  it('is there from the second day after it on, and stays as it was', async () => {
    await scene.store.run('ends', async (tx) => {
      for (let at = 0; at < 12; at += 1)
        await tx.transfers.putTransferRecord({
          routeId: `rt_${at}`,
          rail: 'floatlane',
          lane: { from: chainRef('eip155:8453'), to: chainRef('eip155:42161') },
          quoted: asUnits(1_000_000n),
          delivered: asUnits(1_000_000n),
          agreed: asUnits(999_000n),
          tookMs: 2_000,
          atMs: scene.clock.ms,
          outcome: 'delivered',
          token: null,
          costBps: null,
        });
    });
    const seen: unknown[] = [];
    for (const days of [0, 1, 1, 1]) {
      scene.clock.ms += days * 86_400_000;
      await publish();
      seen.push(
        await scene.evidence.readReport('2026-11-23').then(
          ({ outcomes }) => outcomes.map(({ routes }) => routes),
          (error: unknown) => (error as { code?: unknown }).code, // CAST: refusals have codes.
        ),
      );
    }

    expect(seen).to.deep.equal(['UNKNOWN_RECORD', 'UNKNOWN_RECORD', [12, 0, 0], [12, 0, 0]]);
  });

  it('is made up where the service was down when it was due, back to the last one, and no day before the first', async () => {
    await publish();
    scene.clock.ms += 4 * 86_400_000;
    await publish();
    const { evidence } = scene.store.reads;
    const days = ['20', '21', '22', '23', '24', '25', '26'].map((day) => `2026-11-${day}`);
    const made = await Promise.all(days.map((day) => evidence.report(day)));

    expect(made.map((report) => report?.day ?? null)).to.deep.equal([
      null,
      '2026-11-21',
      '2026-11-22',
      '2026-11-23',
      '2026-11-24',
      '2026-11-25',
      null,
    ]);
  });

  it('is made up for 28 days at most: beyond them only the newest one is there', async () => {
    await publish();
    scene.clock.ms += 29 * 86_400_000;
    await publish();
    const { evidence } = scene.store.reads;

    expect([
      (await evidence.report('2026-12-20'))?.day,
      await evidence.report('2026-12-19'),
    ]).to.deep.equal(['2026-12-20', null]);
  });

  it('tells what was paused and let run again on it, from the orders of operators, and names none of them', async () => {
    const { store, clock } = scene;
    const order = (id: string, change: Partial<AuditEntry>): AuditEntry => ({
      id,
      atMs: clock.ms,
      operator: 'ada',
      action: 'resume',
      target: 'chain:8453',
      reason: 'the node of Bob is down',
      before: {},
      after: {},
      outcome: 'done',
      code: null,
      endedAtMs: clock.ms,
      ...change,
    });
    const twoHoursAgo = clock.ms - 7_200_000;
    await store.run('orders', async (tx) => {
      await tx.operations.insertAudit(
        order('ad_1', { before: { state: 'paused', by: 'ada', since: twoHoursAgo } }),
      );
      for (let at = 0; at < 250; at += 1)
        await tx.operations.insertAudit(
          order(`ad_later${at}`, { action: 'bump', atMs: clock.ms + 1 + at }),
        );
      await tx.operations.insertAudit(
        order('ad_2', { action: 'resume-account', target: 'account float on 42161' }),
      );
      const put = { scope: 'engine:lifi', state: 'draining', reason: 'Bob', by: 'ada' } as const;
      await tx.switches.putSwitch({ ...put, sinceMs: clock.ms + 11 * 3_600_000 });
    });
    for (let at = 0; at < 10; at += 1) {
      const route = await scene.end();
      await scene.reopen(route);
      await scene.end({ id: route.id });
    }
    clock.ms += 2 * 86_400_000;
    await publish();

    const report = await scene.evidence.readReport('2026-11-23');
    expect(report.incidents).to.deep.equal({
      pauses: [
        { scope: 'chain:8453', state: 'paused', minutes: 120 },
        { scope: 'engine:lifi', state: 'draining', minutes: 60 },
      ],
      restarts: 1,
      endsTakenBack: 10,
    });
    expect(JSON.stringify(report.incidents)).to.not.match(/ada|Bob|float/);
  });

  it('is not kept of a day that has not come yet, under a clock that is 400 days ahead', async () => {
    const sureMs = scene.clock.ms;
    const ahead = await openEvidenceScene({ store: scene.store, sureMs: () => sureMs });
    ahead.clock.ms += 400 * 86_400_000;
    await publish(ahead);
    const { evidence } = scene.store.reads;

    expect(await evidence.report('2026-11-21')).to.not.equal(null);
    expect(await evidence.report('2027-12-26')).to.equal(null);
  });
});

import { asUnits, chainRef } from '@interline/kernel';
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

  it('is not kept of a day that was none yet, under a clock that is 400 days ahead', async () => {
    const sureMs = scene.clock.ms;
    const ahead = await openEvidenceScene({ store: scene.store, sureMs: () => sureMs });
    ahead.clock.ms += 400 * 86_400_000;
    await publish(ahead);
    const { evidence } = scene.store.reads;

    expect(await evidence.report('2026-11-21')).to.not.equal(null);
    expect(await evidence.report('2027-12-26')).to.equal(null);
  });
});

import type { Store } from '@interline/adapters/store';
import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { type EvidenceScene, openEvidenceScene } from './evidence-scene.ts';

const signal = new AbortController().signal;

describe('a process that dies on the way from the end of a route to the checkpoint', () => {
  let first: EvidenceScene;
  beforeEach(async () => {
    first = await openEvidenceScene();
  });
  afterEach(() => first.close());

  const units = ['open-logs', 'sequence-entries', 'publish-checkpoint'] as const;
  for (const unit of units)
    for (const moment of ['before its unit', 'after its COMMIT'] as const)
      it(`has each receipt logged once: ${unit}, ${moment}`, async () => {
        await first.end();
        const dying = await openEvidenceScene({
          store: first.store,
          wrap: (store) => dyingAt(store, unit, moment),
        });
        const end = await dying.tick().catch((error: unknown) => error);
        await first.end();
        await first.tick();

        expect(end).to.equal(death);
        await expectEachOnce(first);
      });

  it('leaves no receipt of an end that was not committed, and one of each that was', async () => {
    const dying = await openEvidenceScene({
      store: first.store,
      wrap: (store) => dyingAt(store, 'end', 'before its unit'),
    });
    const lost = await dying.end({ id: 'rt_lost' }).catch((error: unknown) => error);
    await first.end();
    await first.tick();

    expect(lost).to.equal(death);
    expect(await first.store.reads.evidence.lastReceipt('rt_lost')).to.equal(null);
    await expectEachOnce(first);
  });

  it('has each receipt logged once by two that take themselves for the sequencer', async () => {
    const second = await openEvidenceScene({ store: first.store });
    for (let at = 0; at < 20; at += 1) await first.end();
    await Promise.all([first.tick(), second.tick(), first.tick(), second.tick()]);

    await expectEachOnce(first);
  });
});

const death = new Error('the process died here');

function dyingAt(
  store: Store,
  unit: string,
  moment: 'before its unit' | 'after its COMMIT',
): Store {
  let isDead = false;
  return {
    ...store,
    reads: store.reads,
    async run(name, work) {
      if (isDead) throw death;
      isDead = name === unit;
      if (isDead && moment === 'before its unit') throw death;
      const result = await store.run(name, work);
      if (isDead) throw death;
      return result;
    },
  };
}

async function expectEachOnce({ store, ended, evidence }: EvidenceScene): Promise<void> {
  const entries = await store.reads.evidence.entries(0, 10_000);
  const hashes = entries.map(({ hash }) => hash);
  const size = await store.reads.evidence.logSize();
  expect(entries.length).to.equal(size);
  expect((await store.reads.evidence.head('published'))?.size).to.equal(size);
  for (const id of ended) {
    const { jws, salt, place, proof } = await evidence.proveReceipt(id, signal);
    const hash = createHash('sha256').update(Buffer.from(salt, 'hex')).update(jws).digest('hex');
    expect(hashes.filter((one) => one === hash)).to.deep.equal([hash]);
    expect(hashes.indexOf(hash)).to.equal(place);
    const logged = { salt, proof: proof ?? '' };
    expect((await evidence.verifyReceipt({ jws, logged }, signal)).valid).to.equal(true);
  }
}

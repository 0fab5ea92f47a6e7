import { announcingStore } from '@interline/core';
import { type Posture, posture, type ReadPosture } from '@interline/core/posture';
import { expect } from 'chai';
import { openWatchedMint, type WatchedMint } from '../support/watched-mint.ts';

const dayMs = 86_400_000;
const direct = { lane: 'direct', host: null, kem: null, isBehindProxy: false } as const;

describe('the posture of a mint', () => {
  let watched: WatchedMint;
  let report: () => Promise<Posture>;
  beforeEach(async () => {
    watched = await openWatchedMint();
    const read = readingOf(watched);
    report = () => read(direct);
  });
  afterEach(() => watched.close());

  it('has passes once witnesses have seen a key, and none a week after they left', async () => {
    const seen = [await passes()];
    await watched.introduce();
    watched.clock.ms += 2_000;
    await watched.keep();
    seen.push(await passes());
    for (const witness of watched.witnesses.slice(0, 2)) await witness.stop();
    for (const days of [6, 1]) {
      watched.clock.ms += days * dayMs;
      await watched.keep();
      seen.push(await passes());
    }

    expect(seen).to.deep.equal([
      [false, null],
      [true, 'Pay for requests with passes, so that no limit is counted to an address.'],
      [true, 'Pay for requests with passes, so that no limit is counted to an address.'],
      [
        false,
        'Take no passes now: the witnesses of their mint have not cosigned its log for a week.',
      ],
    ]);
  });

  it('says within a minute that a witness has stopped, and how many are left', async () => {
    await watched.introduce();
    watched.clock.ms += 2_000;
    await watched.keep();
    const seen = [await witnesses()];
    for (const witness of watched.witnesses.slice(0, 2)) {
      await witness.stop();
      seen.push(await witnesses());
      watched.clock.ms += 60_000;
      seen.push(await witnesses());
    }

    const two =
      'Look with "interline mint audit" before you take passes: 2 of the 3 witnesses of their mint cosigned its log when they were last asked, and its next key needs 2.';
    expect(seen).to.deep.equal([null, null, two, two, two.replace('2 of', '1 of')]);
  });

  async function passes(): Promise<readonly unknown[]> {
    const { features, recommend } = await report();
    return [features.plus, recommend.find((advice) => advice.includes('passes')) ?? null];
  }

  async function witnesses(): Promise<string | null> {
    const { recommend } = await report();
    return recommend.find((advice) => advice.includes('witnesses')) ?? null;
  }
});

function readingOf({ store, clock, mint }: WatchedMint): ReadPosture {
  const now = (): number => clock.ms;
  const clockOfTest = { now, monotonic: now, sleep: async () => undefined, alarm: () => never };
  const { readPosture } = posture.create({
    store: announcingStore(store, clockOfTest),
    clock: clockOfTest,
    originProbe: {
      look: async () => ({ onion: null, autoTransport: false, encryptedDns: false }),
    },
    passes: mint,
    privateLane: {
      isEnabled: false,
      sizes: { requestBytes: 16_384, responseUnitBytes: 8_192 },
      relayStates: async () => [],
      kems: async () => [],
      hasLostKeys: async () => false,
      quotaLeft: () => 0,
    },
    messaging: { isEnabled: false, coverRowsYesterday: async () => 0 },
  });
  return readPosture;
}

const never = { rang: new Promise<void>(() => undefined), cancel: () => undefined };

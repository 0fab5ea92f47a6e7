import { expect } from 'chai';
import type { Clock } from '@interline/ports';
import { FreshValue } from './fresh-value.ts';

describe('a value that is kept fresh', () => {
  let nowMs: number;
  let reads: number;
  let outcome: () => Promise<number>;
  const clock = { monotonic: () => nowMs } as Clock; // CAST: only intervals are measured.
  beforeEach(() => {
    [nowMs, reads] = [0, 0];
    outcome = async () => reads;
  });
  const fresh = () =>
    new FreshValue(() => {
      reads += 1;
      return outcome();
    }, clock);

  it('is read once for all who ask at a time', async () => {
    const value = fresh();

    expect(await Promise.all([value.get(1_000), value.get(1_000)])).to.deep.equal([1, 1]);
  });

  it('is read again only once it is older than asked for', async () => {
    const value = fresh();
    await value.get(1_000);

    nowMs = 1_000;
    expect(await value.get(1_000)).to.equal(1);
    expect(await value.get(999)).to.equal(2);
  });

  it('is as old as the moment its reading began', async () => {
    const value = fresh();
    outcome = async () => {
      nowMs = 900;
      return reads;
    };
    await value.get(1_000);

    nowMs = 1_001;
    expect(await value.get(1_000)).to.equal(2);
  });

  it('is not kept when the reading failed', async () => {
    const value = fresh();
    outcome = async () => {
      throw new Error('no node');
    };
    expect(await value.get(1_000).catch((error: Error) => error.message)).to.equal('no node');

    outcome = async () => reads;
    expect(await value.get(1_000)).to.equal(2);
  });
});

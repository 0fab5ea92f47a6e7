import { expect } from 'chai';
import { mayAsk, needsFreshCheckpoint, quorumMs, signsFromMs } from './rotation.ts';

const dayMs = 86_400_000;

describe('the rotation of the mint', () => {
  it('lets a key sign in its period and a day after it was witnessed, whichever is later', () => {
    const key = { seq: 2, notBeforeMs: 30 * dayMs };

    expect([
      signsFromMs(key, 27 * dayMs),
      signsFromMs(key, 29 * dayMs),
      signsFromMs(key, 29 * dayMs + 1),
      signsFromMs(key, 40 * dayMs),
    ]).to.deep.equal([30 * dayMs, 30 * dayMs, 30 * dayMs + 1, 41 * dayMs]);
  });

  it('lets the first key of a log sign at once', () => {
    expect(signsFromMs({ seq: 1, notBeforeMs: 5 }, 40 * dayMs)).to.equal(5);
  });

  it('uses the time of the last required witness', () => {
    const cosigned = [{ atMs: 9 }, { atMs: 3 }, { atMs: 5 }];

    expect([quorumMs(cosigned, 1), quorumMs(cosigned, 2), quorumMs(cosigned, 3)]).to.deep.equal([
      3, 5, 9,
    ]);
    expect([quorumMs(cosigned, 0), quorumMs([], 0)]).to.deep.equal([null, null]);
  });

  it('asks witnesses again after ten minutes, and after two seconds for the first key', () => {
    const published = { seq: 1, text: '', published: { head: {} as never, checkpoint: '' } };
    const open = { ...published, seq: 2, published: null };

    expect([
      mayAsk({ triedAtMs: null }, [open], 0),
      mayAsk({ triedAtMs: 1_000 }, [published, open], 600_999),
      mayAsk({ triedAtMs: 1_000 }, [published, open], 601_000),
      mayAsk({ triedAtMs: 1_000 }, [open], 2_999),
      mayAsk({ triedAtMs: 1_000 }, [open], 3_000),
    ]).to.deep.equal([true, false, true, false, true]);
  });

  it('has its log cosigned again after 20 hours if it has witnesses', () => {
    const latest = { checkpoint: '', atMs: 0 };

    expect([
      needsFreshCheckpoint({ latest }, 2, 71_999_999),
      needsFreshCheckpoint({ latest }, 2, 72_000_000),
      needsFreshCheckpoint({ latest }, 0, 72_000_000),
      needsFreshCheckpoint({ latest: null }, 2, 72_000_000),
    ]).to.deep.equal([false, true, false, false]);
  });
});

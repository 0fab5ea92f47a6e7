import { RelayError } from '@interline/kernel';
import type { RateLimiter } from '@interline/ports';
import { knownKeys } from './known-keys.ts';
import { expect } from 'chai';

describe('a key that is shown', () => {
  it('is recognized by its hash, and read from the store once', async () => {
    const { recognize, looked } = given();

    expect([
      await recognize('made', 'a'),
      await recognize('made', 'a'),
      await recognize('made', 'b'),
    ]).to.deep.equal([true, true, true]);
    expect(looked).to.deep.equal(['made']);
  });

  it('that was never made is asked for again: it may be made yet', async () => {
    const { recognize, looked, made } = given();
    const before = await recognize('new', 'a');
    made.add('new');

    expect([before, await recognize('new', 'a')]).to.deep.equal([false, true]);
    expect(looked).to.deep.equal(['new', 'new']);
  });

  it('is not looked up for a client that guesses, while a known one still counts', async () => {
    const { recognize, looked, full } = given();
    await recognize('made', 'a');
    full.add('keys shown from a');

    expect([
      await recognize('other', 'a'),
      await recognize('made', 'a'),
      await recognize('other', 'b'),
    ]).to.deep.equal([false, true, true]);
    expect(looked).to.deep.equal(['made', 'other']);
  });

  it('may be looked up 30 times a minute', async () => {
    const { recognize, asked } = given();

    await recognize('made', 'a');

    expect(asked).to.deep.equal([[['keys shown from a'], { requests: 30, perMs: 60_000 }]]);
  });

  it('that another instance deleted is good for a minute at most, and at no cost to its client', async () => {
    const { recognize, made, time, asked } = given();
    await recognize('made', 'a');
    made.delete('made');

    time.ms = 59_999;
    const before = await recognize('made', 'a');
    time.ms = 60_000;

    expect([before, await recognize('made', 'a')]).to.deep.equal([true, false]);
    expect(asked).to.have.lengthOf(1);
  });

  it('that was deleted here is refused at once, and one that ended is refused from that moment on', async () => {
    const { recognize, forget, made, time } = given();
    await recognize('made', 'a');
    await recognize('ending', 'a');
    made.delete('made');
    forget('made');

    expect(await recognize('made', 'a')).to.equal(false);
    time.ms = 9_999;
    const before = await recognize('ending', 'a');
    time.ms = 10_000;
    expect([before, await recognize('ending', 'a')]).to.deep.equal([true, false]);
  });

  it('is still one of ours a minute later while the store is down', async () => {
    let isDown = false;
    const { recognize, time } = given(() => {
      if (isDown) throw new RelayError('STORE_DOWN');
    });
    await recognize('made', 'a');
    isDown = true;
    time.ms = 600_000;

    expect(await recognize('made', 'a')).to.equal(true);
  });

  it('has no owner while the store is down', async () => {
    const { recognize } = given(() => {
      throw new RelayError('STORE_DOWN');
    });

    expect(await recognize('made', 'a')).to.equal(false);
  });
});

function given(before: () => void = () => undefined) {
  const made = new Set(['made', 'other', 'ending']);
  const full = new Set<string>();
  const looked: string[] = [];
  const asked: Parameters<RateLimiter['take']>[] = [];
  const time = { ms: 0 };
  const keys = knownKeys({
    clock: { now: () => 1_000 + time.ms, monotonic: () => time.ms },
    store: {
      reads: {
        apiKeys: {
          async apiKey(hash) {
            before();
            looked.push(hash);
            const endsAtMs = hash === 'ending' ? 11_000 : null;
            return made.has(hash) ? { hash, label: '', createdAtMs: 1, endsAtMs } : null;
          },
        },
      },
    },
    limiter: {
      async take(...question) {
        asked.push(question);
        return question[0].some((bucket) => full.has(bucket))
          ? { isAdmitted: false, retryAfterMs: 1 }
          : { isAdmitted: true, remaining: 0, freesInMs: 1 };
      },
    },
  });
  return {
    recognize: keys.recognize,
    forget: (hash: string) => keys.forget(hash),
    time,
    made,
    full,
    looked,
    asked,
  };
}

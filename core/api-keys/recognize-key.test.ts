import { RelayError } from '@interline/kernel';
import type { RateLimiter } from '@interline/ports';
import { recognizeKey } from './recognize-key.ts';
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

  it('has no owner while the store is down', async () => {
    const { recognize } = given(() => {
      throw new RelayError('STORE_DOWN');
    });

    expect(await recognize('made', 'a')).to.equal(false);
  });
});

function given(before: () => void = () => undefined) {
  const made = new Set(['made', 'other']);
  const full = new Set<string>();
  const looked: string[] = [];
  const asked: Parameters<RateLimiter['take']>[] = [];
  const recognize = recognizeKey({
    store: {
      reads: {
        apiKeys: {
          async apiKey(hash) {
            before();
            looked.push(hash);
            return made.has(hash) ? { hash, label: '', createdAtMs: 1 } : null;
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
  return { recognize, made, full, looked, asked };
}

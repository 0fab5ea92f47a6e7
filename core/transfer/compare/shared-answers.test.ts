import { expect } from 'chai';
import { sharedAnswers } from './shared-answers.ts';

const { signal } = new AbortController();

describe('a shared answer', () => {
  it('is asked for once by fifty concurrent callers, and is fresh for all of them', async () => {
    const { share, asked } = sharing();

    const answers = await Promise.all(
      Array.from({ length: 50 }, async () => share('a', answering(asked, 'one'), signal)),
    );

    expect(asked).to.deep.equal(['one']);
    expect(answers).to.deep.equal(
      Array.from({ length: 50 }, () => ({ answer: 'one', isKept: false })),
    );
  });

  it('is kept for 12 s, and then asked for again', async () => {
    const { share, asked, clock } = sharing();
    await share('a', answering(asked, 'one'), signal);

    clock.nowMs = 11_999;
    const kept = await share('a', answering(asked, 'two'), signal);
    clock.nowMs = 12_000;
    const fresh = await share('a', answering(asked, 'three'), signal);

    expect([kept, fresh]).to.deep.equal([
      { answer: 'one', isKept: true },
      { answer: 'three', isKept: false },
    ]);
    expect(asked).to.deep.equal(['one', 'three']);
  });

  it('stays apart from the answers to other questions', async () => {
    const { share, asked } = sharing();

    await share('a', answering(asked, 'one'), signal);

    expect(await share('b', answering(asked, 'two'), signal)).to.deep.equal({
      answer: 'two',
      isKept: false,
    });
  });

  it('is not kept when it was an error, not even for concurrent callers', async () => {
    const { share, asked } = sharing();
    const thrown = new Error('no lane');

    const first = await share(
      'a',
      () => {
        throw thrown;
      },
      signal,
    ).catch((error: unknown) => error);
    const second = await share('a', answering(asked, 'two'), signal);

    expect(first).to.equal(thrown);
    expect(second).to.deep.equal({ answer: 'two', isKept: false });
  });

  it('continues for the other callers when the first one leaves', async () => {
    const { share } = sharing();
    const leaving = new AbortController();
    const arriving = Promise.withResolvers<string>();
    const first = share('a', () => arriving.promise, leaving.signal).catch(
      (error: unknown) => error,
    );
    const second = share('a', () => arriving.promise, signal);

    leaving.abort(new Error('the client went away'));
    const left = await first;
    arriving.resolve('one');

    expect(left).to.be.instanceOf(Error).with.property('message', 'the client went away');
    expect(await second).to.deep.equal({ answer: 'one', isKept: false });
  });

  it('is not waited for by a caller that has already left', async () => {
    const { share } = sharing();

    const gone = await share(
      'a',
      () => new Promise(() => undefined),
      AbortSignal.abort(new Error('gone')),
    ).catch((error: unknown) => error);

    expect(gone).to.be.instanceOf(Error).with.property('message', 'gone');
  });

  it('makes room for a newer one beyond the maximum, the oldest first', async () => {
    const { share, asked } = sharing({ mostKept: 2 });
    for (const key of ['a', 'b', 'c']) await share(key, answering(asked, key), signal);

    const again = await Promise.all(
      ['b', 'c', 'a'].map(async (key) => share(key, answering(asked, `${key} again`), signal)),
    );

    expect(again.map(({ isKept }) => isKept)).to.deep.equal([true, true, false]);
  });

  it('is given to no other caller if it holds only for the one that asked first', async () => {
    const { asked, share } = sharing();

    const [first, second] = await Promise.all([
      share('a', answering(asked, 'poor, of your own'), signal),
      share('a', answering(asked, 'whole'), signal),
    ]);
    const third = await share('a', answering(asked, 'never asked'), signal);

    expect([first, second, third]).to.deep.equal([
      { answer: 'poor, of your own', isKept: false },
      { answer: 'whole', isKept: false },
      { answer: 'whole', isKept: true },
    ]);
    expect(asked).to.deep.equal(['poor, of your own', 'whole']);
  });
});

function sharing({ mostKept = 100 } = {}) {
  const clock = { nowMs: 0, monotonic: () => clock.nowMs };
  const asked: string[] = [];
  return {
    clock,
    asked,
    share: sharedAnswers<string>({
      clock,
      freshMs: 12_000,
      mostKept,
      isForAll: (answer) => !answer.endsWith('of your own'),
    }),
  };
}

function answering(asked: string[], answer: string): () => Promise<string> {
  return async () => {
    asked.push(answer);
    return answer;
  };
}

import { setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import { whileWaiting } from './while-waiting.ts';

describe('a command that waits', () => {
  it('shows what for while it does, and leaves nothing of that on the line', async () => {
    const written: string[] = [];

    const result = await whileWaiting({ isJson: false }, 'asking', until(written), {
      isWatched: true,
      write: (text) => void written.push(text),
    });

    expect(result).to.equal('answer');
    expect(written[0]).to.equal('\u001B[2K| asking, 0 s\r');
    expect(written.at(-1)).to.equal('\u001B[2K');
  });

  it('shows nothing for an answer that comes at once, and clears up after a failure', async () => {
    const written: string[] = [];
    const screen = { isWatched: true, write: (text: string) => void written.push(text) };

    await whileWaiting({ isJson: false }, 'asking', async () => 'answer', screen);
    expect(written).to.deep.equal([]);

    const failing = async (): Promise<never> => {
      await until(written)();
      throw new Error('no answer');
    };
    const failure = await whileWaiting({ isJson: false }, 'asking', failing, screen).catch(String);

    expect([failure, written.at(-1)]).to.deep.equal(['Error: no answer', '\u001B[2K']);
  });

  it('shows nothing with --json, and nothing without a terminal', async () => {
    const written: string[] = [];
    const write = (text: string) => void written.push(text);
    const slow = () => setTimeout(700, 'answer');

    await Promise.all([
      whileWaiting({ isJson: true }, 'asking', slow, { isWatched: true, write }),
      whileWaiting({ isJson: false }, 'asking', slow, { isWatched: false, write }),
    ]);

    expect(written).to.deep.equal([]);
  });
});

/** Answers once something was shown. */
function until(written: readonly string[]): () => Promise<string> {
  return async () => {
    while (written.length === 0) await setTimeout(20);
    return 'answer';
  };
}

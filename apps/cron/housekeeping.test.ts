import type { Log } from '@interline/ports';
import { expect } from 'chai';
import { runHousekeeping } from './housekeeping.ts';

describe('housekeeping', () => {
  it('warns of a duty that fails, but not of one that its own stop cut off', async () => {
    const stop = new AbortController();
    const warned: unknown[] = [];
    const log: Log = {
      debug: () => undefined,
      info: () => undefined,
      warn: (event, fields) => warned.push([event, fields]),
      error: () => undefined,
      child: () => log,
    };
    let runs = 0;
    const run = async (): Promise<void> => {
      runs += 1;
      if (runs === 2) stop.abort();
      throw new TypeError('it failed');
    };
    await runHousekeeping({
      duties: [{ name: 'witnesses', everyMs: 1, run }],
      clock: {
        now: () => 0,
        monotonic: () => 0,
        sleep: async () => undefined,
        alarm: () => ({ rang: new Promise(() => undefined), cancel: () => undefined }),
      },
      log,
      isOurs: () => true,
      stop: stop.signal,
    });

    expect(runs).to.equal(2);
    expect(warned).to.deep.equal([['duty-failed', { duty: 'witnesses', fault: 'TypeError' }]]);
  });
});

import { setImmediate as nextTurn } from 'node:timers/promises';
import { RelayError } from '@interline/kernel';
import type { Clock, Log, LogFields } from '@interline/ports';
import { watchStore } from './watch-store.ts';
import { expect } from 'chai';

describe('the watch over the store', () => {
  it('reports the store as up until a check fails and again once one succeeds, and logs both', async () => {
    const { watch, ends, pass, notes, stop } = watched();

    const seen = [watch.isUp()];
    for (const failure of [
      null,
      down('SQLITE_FULL'),
      down('SQLITE_FULL'),
      null,
      down('JOURNAL_GONE'),
    ]) {
      await ends(failure);
      seen.push(watch.isUp());
      await pass();
    }
    await stop();

    expect(seen).to.deep.equal([true, true, false, false, true, false]);
    expect(notes.map(([event, fields]) => [event, fields?.['cause']])).to.deep.equal([
      ['store-takes-no-writes', 'SQLITE_FULL'],
      ['store-takes-writes-again', undefined],
      ['store-takes-no-writes', 'JOURNAL_GONE'],
    ]);
    expect(notes[0]?.[1]?.['remedy']).to.equal(
      'free space on the disk or repair it; the service goes on by itself afterwards',
    );
    expect(notes[2]?.[1]?.['remedy'])
      .to.contain('restore the data folder and restart')
      .and.to.contain(`/proc/${process.pid}/fd`);
  });

  it('reports the store as down when a check takes 3 s, before that check ends', async () => {
    const { watch, alarms, ends, notes, stop } = watched();

    alarms.shift()?.ring();
    await turns();
    const late = watch.isUp();
    await ends(null);
    const ended = watch.isUp();
    await stop();

    expect([late, ended]).to.deep.equal([false, true]);
    expect(notes.map(([event, fields]) => [event, fields?.['cause']])).to.deep.equal([
      ['store-takes-no-writes', 'ETIMEDOUT'],
      ['store-takes-writes-again', undefined],
    ]);
  });

  it('says once what to do about a store that a newer release has migrated, and stops the work for good', async () => {
    const { watch, ends, pass, notes, stop } = watched();
    const newer = new RelayError('STORE_NEWER');

    await ends(null);
    const before = [watch.fault(), watch.outdated.aborted];
    await pass();
    await ends(newer);
    await pass();
    await ends(newer);
    const after = [watch.fault(), watch.isUp(), watch.outdated.aborted];
    await stop();

    expect([before, after]).to.deep.equal([
      [null, false],
      ['STORE_NEWER', false, true],
    ]);
    expect(notes).to.deep.equal([
      [
        'store-takes-no-writes',
        {
          cause: 'STORE_NEWER',
          remedy:
            'a newer release migrated the store: update this process, or stop it; it takes up nothing more',
        },
      ],
    ]);
  });

  it('knows that the store is down, and stops the work, even if the log fails', async () => {
    const { watch, ends, failLog } = watched();
    failLog();

    await ends(new RelayError('STORE_NEWER'));

    expect([watch.fault(), watch.outdated.aborted]).to.deep.equal(['STORE_NEWER', true]);
  });

  it('logs nothing about a store that the stop closes under it', async () => {
    const { ends, notes, stop } = watched();

    const stopped = stop();
    await ends(down('SQLITE_MISUSE'));
    await stopped;

    expect(notes).to.deep.equal([]);
  });

  it('reports a silent store within 4 s: after 1 s of rest and 3 s of a check', async () => {
    const { alarms, ends, rests, stop } = watched();
    await ends(null);
    await stop();

    expect([alarms.map(({ ms }) => ms), rests]).to.deep.equal([[3_000], [1_000]]);
  });
});

function down(code: string): RelayError {
  return new RelayError('STORE_DOWN', {}, undefined, {
    cause: Object.assign(new Error('no'), { code }),
  });
}

function watched() {
  const checks: PromiseWithResolvers<void>[] = [];
  const alarms: { readonly ms: number; readonly ring: () => void }[] = [];
  const rests: number[] = [];
  const notes: [string, LogFields | undefined][] = [];
  const stopping = new AbortController();
  let isLogFailing = false;
  let rested = Promise.withResolvers<void>();
  const clock = {
    alarm(ms: number) {
      const { promise, resolve } = Promise.withResolvers<void>();
      alarms.push({ ms, ring: resolve });
      return { rang: promise, cancel: () => undefined };
    },
    async sleep(ms: number) {
      rests.push(ms);
      rested = Promise.withResolvers<void>();
      await rested.promise;
    },
  } as unknown as Clock; // CAST: what the watch asks of it.
  const log = {
    warn: (event, fields) => {
      notes.push([event, fields]);
    },
    error: (event, fields) => {
      if (isLogFailing) throw new Error('the log fails');
      notes.push([event, fields]);
    },
  } as Partial<Log> as Log; // CAST: as above.
  const check = (): Promise<void> => {
    const next = Promise.withResolvers<void>();
    checks.push(next);
    return next.promise;
  };
  const watch = watchStore({ store: { check }, clock, log });
  const ended = watch.watch(stopping.signal);
  return {
    /** From now on; the watch ends with it. */
    failLog: () => {
      isLogFailing = true;
      ended.catch(() => undefined);
    },
    watch,
    alarms,
    rests,
    notes,
    /** The check under way ends, well where no failure is given. */
    ends: async (failure: Error | null) => {
      const now = checks.shift();
      if (failure === null) now?.resolve();
      else now?.reject(failure);
      await turns();
    },
    pass: async () => {
      rested.resolve();
      await turns();
    },
    stop: async () => {
      stopping.abort();
      rested.resolve();
      for (const one of checks) one.resolve();
      await turns();
      rested.resolve();
      await ended;
    },
  };
}

async function turns(): Promise<void> {
  for (let n = 0; n < 3; n += 1) await nextTurn();
}

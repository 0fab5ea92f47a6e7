import { setImmediate } from 'node:timers/promises';
import type { Clock, Duties, Log } from '@interline/ports';
import { keepDuty } from './keep-duty.ts';
import { expect } from 'chai';

describe('a duty that one instance does for all', () => {
  it('belongs to this instance while the store grants it, and is given back at the stop', async () => {
    const { scene, calls, tick } = given([1, 1, null, 2]);
    const stop = new AbortController();

    const duty = keepDuty({ ...scene, stop: stop.signal }, 'housekeeping');
    await setImmediate();
    const held = [duty.isHeld()];
    for (let at = 0; at < 3; at += 1) held.push(await tick(3_000).then(() => duty.isHeld()));
    stop.abort();
    await tick(0);
    await duty.ended;

    expect(held).to.deep.equal([true, true, false, true]);
    expect(calls.at(-1)).to.equal('leave housekeeping w_1');
    expect(duty.isHeld()).to.equal(false);
  });

  it('ends with its lease if the store does not answer', async () => {
    const { scene, tick } = given([1]);
    const stop = new AbortController();

    const duty = keepDuty({ ...scene, stop: stop.signal }, 'housekeeping');
    await setImmediate();
    await tick(9_999);
    const inTime = duty.isHeld();
    await tick(1);

    expect([inTime, duty.isHeld()]).to.deep.equal([true, false]);
    stop.abort();
  });
});

/** Duties that answer in turn and then never again, on a clock that the test winds. */
function given(answers: readonly (number | null)[]) {
  const left = [...answers];
  const calls: string[] = [];
  let nowMs = 0;
  let wake: () => void = () => undefined;
  const duties: Duties = {
    hold: async (duty, worker) => {
      calls.push(`hold ${duty} ${worker}`);
      const next = left.shift();
      return next === undefined ? new Promise(() => undefined) : next;
    },
    leave: async (duty, worker) => {
      calls.push(`leave ${duty} ${worker}`);
    },
  };
  const clock = {
    monotonic: () => nowMs,
    now: () => nowMs,
    sleep: () =>
      new Promise<void>((resolve) => {
        wake = resolve;
      }),
    alarm: () => {
      throw new Error('no alarm is set here');
    },
  } satisfies Clock;
  const log: Log = {
    debug: () => undefined,
    info: () => undefined,
    warn: () => undefined,
    error: () => undefined,
    child: () => log,
  };
  return {
    scene: { duties, worker: 'w_1', clock, log },
    calls,
    /** Lets what waits go on, that much later. */
    tick: async (ms: number): Promise<void> => {
      nowMs += ms;
      wake();
      await setImmediate();
    },
  };
}

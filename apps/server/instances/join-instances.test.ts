import { setImmediate } from 'node:timers/promises';
import type { Instance, Instances, LiveInstance, Log } from '@interline/ports';
import { expect } from 'chai';
import { joinInstances } from './join-instances.ts';

describe('a process among others on its store', () => {
  const own: Instance = {
    id: 'host-1',
    role: 'worker',
    version: '1.0.0',
    accounts: [{ 'eip155:10 float': '0xf1' }],
    parts: {},
  };
  const stranger: LiveInstance = {
    ...own,
    id: 'host-2',
    accounts: [{ 'eip155:10 float': '0xf2' }],
    sinceMs: 0,
  };

  it('extends its lease, and notifies the others when it stops', async () => {
    const { parts, calls, tick, stop } = given({ held: [true, true] });

    const { ended } = await joinInstances(own, parts);
    await tick();
    await tick();
    stop.abort();
    await tick();
    await ended;

    expect(calls).to.deep.equal([
      'join host-1 10000',
      'extend host-1 10000',
      'extend host-1 10000',
      'leave host-1',
    ]);
  });

  it('joins again after it was taken for dead', async () => {
    const { parts, calls, tick } = given({ held: [false, true] });

    await joinInstances(own, parts);
    await tick();
    await tick();

    expect(calls).to.deep.equal([
      'join host-1 10000',
      'extend host-1 10000',
      'join host-1 10000',
      'extend host-1 10000',
    ]);
  });

  it('is at odds with those that joined meanwhile and differ', async () => {
    const { parts, others, tick } = given({ held: [false] });

    const { atOdds } = await joinInstances(own, parts);
    others.push(stranger);
    await tick();
    const error = await atOdds.catch((reason: unknown) => reason);

    expect(error)
      .to.be.instanceOf(Error)
      .with.property('message')
      .that.contains('the float of eip155:10 is 0xf1 here and 0xf2 there');
  });

  it('says once that others are of another release, or have former keys', async () => {
    const { parts, others, warnings, tick } = given({ held: [false, false] });
    const rotated = { ...own, accounts: [{ 'eip155:10 float': '0xf9' }, ...own.accounts] };
    others.push({ ...own, id: 'host-2', version: '0.9.0', sinceMs: 0 });

    await joinInstances(rotated, parts);
    await tick();
    await tick();

    expect(warnings).to.deep.equal(['instances-of-other-releases', 'instances-with-former-keys']);
  });
});

/** Leases that are held in turn, with a sleep that the test ends. */
function given({ held }: { readonly held: readonly boolean[] }) {
  const left = [...held];
  const calls: string[] = [];
  const others: LiveInstance[] = [];
  const warnings: string[] = [];
  let wake: () => void = () => undefined;
  const instances: Instances = {
    join: async ({ id }, leaseMs, judge) => {
      calls.push(`join ${id} ${leaseMs}`);
      return judge(others);
    },
    extend: async (id, leaseMs) => {
      calls.push(`extend ${id} ${leaseMs}`);
      return left.shift() ?? new Promise(() => undefined);
    },
    leave: async (id) => {
      calls.push(`leave ${id}`);
    },
  };
  const clock = {
    sleep: () =>
      new Promise<void>((resolve) => {
        wake = resolve;
      }),
  };
  const log: Log = {
    debug: () => undefined,
    info: () => undefined,
    warn: (event) => warnings.push(event),
    error: () => undefined,
    child: () => log,
  };
  const stop = new AbortController();
  return {
    parts: { instances, clock, log, stop: stop.signal },
    calls,
    others,
    warnings,
    stop,
    tick: async (): Promise<void> => {
      wake();
      await setImmediate();
    },
  };
}

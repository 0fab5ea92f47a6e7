import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'chai';
import type { ConformanceCheck } from '../check.ts';

/** Long for code that observes its signal, short for code that waits for an upstream. */
const graceMs = 300;
const underWayMs = 10;

export const endsOnAbort: ConformanceCheck = {
  title: 'ends every call soon after its signal aborts',
  async run(bench) {
    const { rail } = bench.seat('silent');
    const [request] = bench.cases.requests;
    const [firm] = await bench.firm();
    const [ref] = await bench.refs();
    const { order } = firm ?? {};
    const caller = new AbortController();
    const { signal } = caller;

    const calls: readonly (readonly [string, Promise<unknown>])[] = [
      ['offers', rail.offers(request, signal)],
      ['health', rail.health(signal)],
      ...(firm === undefined ? [] : [['plan', rail.plan(firm.order, firm.quote, signal)] as const]),
      ...(ref === undefined ? [] : [['track', rail.track(ref, signal)] as const]),
      ...(ref === undefined || order === undefined || rail.recall === undefined
        ? []
        : [['recall', rail.recall(order, ref, signal)] as const]),
    ];
    const ended = Promise.all(
      calls.map(async ([name, call]) => ({ name, isOver: await endsWithin(call) })),
    );
    await wait(underWayMs);
    caller.abort();

    for (const { name, isOver } of await ended)
      expect(isOver, `${name} is over ${graceMs} ms after the abort`).to.equal(true);
  },
};

async function endsWithin(call: Promise<unknown>): Promise<boolean> {
  const over = call.then(
    () => true,
    () => true,
  );
  return Promise.race([over, wait(underWayMs + graceMs, false)]);
}

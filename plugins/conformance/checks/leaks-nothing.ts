import { isRelayError } from '@interline/kernel';
import { type Bench, never, type Seat } from '../bench.ts';
import type { ConformanceCheck } from '../check.ts';
import { canary, type Weather } from '../world.ts';
import { expect } from 'chai';

/** Enough rounds for each garbage response to occur at each place. */
const rounds = 4;

export const leaksNothing: ConformanceCheck = {
  title: 'lets no secret of its settings or its upstreams out in answers, errors or log lines',
  async run(bench) {
    for (const weather of ['fair', 'hostile'] satisfies Weather[]) {
      const seat = bench.seat(weather);
      const heard = await listen(bench, seat);
      const logged = seat.world.log.lines.map((line) => show(line));
      for (const text of [...heard, ...logged])
        expect(text.includes(canary), `the canary in: ${text.slice(0, 200)}`).to.equal(false);
    }
  },
};

async function listen(bench: Bench, { rail }: Seat): Promise<readonly string[]> {
  const firm = await bench.firm();
  const refs = await bench.refs();
  const heard: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const request of bench.cases.requests)
      heard.push(await textOf(rail.offers(request, never())));
    for (const { order, quote } of firm) heard.push(await textOf(rail.plan(order, quote, never())));
    for (const ref of refs) heard.push(await textOf(rail.track(ref, never())));
    if (rail.recall !== undefined)
      for (const { order } of firm)
        for (const ref of refs) heard.push(await textOf(rail.recall(order, ref, never())));
    heard.push(await textOf(rail.health(never())));
  }
  return heard;
}

async function textOf(call: Promise<unknown>): Promise<string> {
  try {
    return show(await call);
  } catch (error) {
    return isRelayError(error) ? show([error.message, error.details]) : String(error);
  }
}

function show(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'bigint' ? String(item) : item,
  );
}
